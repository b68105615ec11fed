/** Finds where the comments of a page stand in the document that is to replace it. @module */
import type { CommentMarker, ReadBody } from './body-dialect.ts'
import { canonicalAdf } from './canonical-adf.ts'
import { type FindPlace, placeFinder } from './find-place.ts'
import type { FlatText } from './flat-text.ts'

/** A comment that is to be kept. */
export interface WantedComment {
  readonly marker: string
  /** The text that it is about. */
  readonly quoted: string
}

/** So short a text alone does not tell what a comment was about. */
const minQuoted = 3

/**
 * Find places. A comment whose text is gone, or that could as well be about something else, gets none.
 * @param wanted The comments.
 * @param theirs The page as it is, with their markers.
 * @param ours The document.
 * @param isOpen Whether what stands at an offset of the document will be in the page.
 * @returns Markers in the document.
 */
export function placeComments(
  wanted: readonly WantedComment[],
  theirs: ReadBody,
  ours: FlatText,
  isOpen: (at: number) => boolean,
): CommentMarker[] {
  const find = placeFinder(theirs.text, ours.text, isOpen)
  const pieces = Map.groupBy(theirs.markers, ({ marker }) => marker)
  return wanted.flatMap(({ marker, quoted }) => {
    const own = pieces.get(marker)
    if (own === undefined) return placeByQuote({ marker, quoted }, ours, isOpen)
    return joinPieces(own, theirs.text).flatMap((piece) =>
      piece.image === undefined
        ? placeText(piece, find)
        : placeOnImage(marker, piece.image, ours, isOpen),
    )
  })
}

function placeText({ marker, start, end }: CommentMarker, find: FindPlace): CommentMarker[] {
  const at = find(start, end)
  return at < 0 ? [] : [{ marker, start: at, end: at + end - start }]
}

/** Pieces between which nothing but ends of lines and other nodes stand are one. */
function joinPieces(pieces: readonly CommentMarker[], text: string): CommentMarker[] {
  const joined: CommentMarker[] = []
  for (const piece of pieces.toSorted((one, other) => one.start - other.start)) {
    const before = joined.at(-1)
    const isText = piece.image === undefined && before?.image === undefined
    if (
      before !== undefined &&
      isText &&
      /^[\n\uFFFC]*$/.test(text.slice(before.end, piece.start))
    ) {
      joined[joined.length - 1] = { ...before, end: Math.max(before.end, piece.end) }
    } else {
      joined.push(piece)
    }
  }
  return joined
}

/** The same image; of several the first, since nothing tells them apart. */
function placeOnImage(
  marker: string,
  image: string,
  { leaves }: FlatText,
  isOpen: (at: number) => boolean,
): CommentMarker[] {
  const leaf = leaves.find(
    ({ node, start }) => node.type === 'media' && isOpen(start) && canonicalAdf(node) === image,
  )
  return leaf === undefined ? [] : [{ marker, start: leaf.start, end: leaf.start, image }]
}

/** A comment that lost its place before gets it back where its text stands once. */
function placeByQuote(
  { marker, quoted }: WantedComment,
  { text }: FlatText,
  isOpen: (at: number) => boolean,
): CommentMarker[] {
  const at = quoted.trim().length < minQuoted ? -1 : text.indexOf(quoted)
  if (at < 0 || !isOpen(at) || text.indexOf(quoted, at + 1) >= 0) return []
  return [{ marker, start: at, end: at + quoted.length }]
}
