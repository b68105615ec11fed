/** Plans a body from the document, people's edits and comments. @module */

import { fromTextParts, type Message, withTextParts } from '../../contract/base/message.ts'
import { RequestError } from '../../contract/errors.ts'
import type { AdfDoc } from '../../convert/adf/types.ts'
import { align } from '../../convert/compare/align.ts'
import { type ChosenBlock, diffBlocks, mergeBlocks } from '../../convert/compare/diff-blocks.ts'
import { toRemoteDocument } from '../document/to-remote-document.ts'
import type { RemoteComment } from '../site.ts'
import { canonicalAdf } from './canonical-adf.ts'
import { type FlatText, flatText } from './flat-text.ts'
import type {
  BodyBlock,
  BodyDialect,
  BodyRequest,
  CommentMarker,
  PlannedBody,
  ReadBody,
} from './page-body.ts'
import { type FindPlace, markComments, placeFinder } from './place-comments.ts'
import { siteKinds } from './site-kinds.ts'

/** @throws {RangeError} When the body in Confluence nests too deep. */
export function planBody(request: BodyRequest): PlannedBody {
  const dialect = siteKinds[request.kind].body
  const doc = toRemoteDocument(JSON.parse(request.adf) as AdfDoc, request)
  const oursBody = dialect.join(dialect.write(doc))
  const ours = dialect.read(oursBody)
  if (request.theirs === undefined) {
    const comments: PlannedBody['comments'] = []
    return {
      body: oursBody,
      isSame: false,
      isSameText: false,
      keptEdits: [],
      comments,
      nextBase: undefined,
    }
  }
  const theirs = dialect.read(request.theirs)
  const base = request.base === undefined ? undefined : dialect.read(request.base)
  const chosen =
    base !== undefined && request.edits === 'keep-theirs'
      ? mergeBlocks(base.blocks, theirs.blocks, ours.blocks)
      : ours.blocks.map((_, index): ChosenBlock => ({ from: 'ours', index }))
  const planned = blocksOf(chosen, ours, theirs)
  const comments = request.comments ?? commentsIn(theirs)
  const body =
    comments.length === 0
      ? dialect.join(planned.map(sourceOf))
      : keepComments({ dialect, doc, ours, theirs, chosen, comments })
  const keptMarkers = new Set(dialect.read(body).markers.map(({ marker }) => marker))
  return {
    body,
    isSame: isEqual(planned, theirs.blocks),
    isSameText: textOf(planned) === textOf(theirs.blocks),
    keptEdits: base === undefined ? [] : findKeptEdits(base.blocks, theirs.blocks, planned),
    comments: comments.map((comment) => ({
      ...comment,
      isKept: keptMarkers.has(comment.marker),
    })),
    nextBase: isEqual(planned, ours.blocks) ? undefined : oursBody,
  }
}

/** For each block that people changed, added or removed: whether the planned body keeps the edit. */
function findKeptEdits(
  base: readonly BodyBlock[],
  theirs: readonly BodyBlock[],
  planned: readonly BodyBlock[],
): boolean[] {
  const plannedForms = new Set(planned.map(canonicalForm))
  const { next, added } = diffBlocks(base, theirs)
  const isKept = (index: number): boolean =>
    plannedForms.has((theirs[index] as BodyBlock).canonical)
  const ofBase = base.flatMap(({ canonical }, place) => {
    const index = next[place] as number
    if (index < 0) return [!plannedForms.has(canonical)]
    return theirs[index]?.canonical === canonical ? [] : [isKept(index)]
  })
  return [...ofBase, ...[...added.values()].flat().map(isKept)]
}

function blocksOf(
  chosen: readonly ChosenBlock[],
  ours: ReadBody,
  theirs: ReadBody,
): readonly BodyBlock[] {
  return chosen.map(({ from, index }) => blockAt(from === 'ours' ? ours : theirs, index))
}

function textOf(blocks: readonly BodyBlock[]): string {
  return blocks.map(({ text }) => text.trim()).join('\n')
}

function isEqual(first: readonly BodyBlock[], second: readonly BodyBlock[]): boolean {
  return (
    first.length === second.length &&
    first.every(({ canonical }, index) => canonical === second[index]?.canonical)
  )
}

/**
 * Plan a body in a worker.
 * @throws {RequestError} `bad-request` when the page in Confluence cannot be read.
 */
export function planBodyTask(call: Message): Message {
  try {
    return withTextParts(planBody(fromTextParts(call)), ['body', 'nextBase'])
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = `The page in Confluence cannot be read: ${error.message}`
    throw new RequestError('bad-request', message, { cause: error })
  }
}

/** List the comments whose markers are in a body; resolved ones are included, so that none is lost. */
function commentsIn({ text, markers }: ReadBody): RemoteComment[] {
  const pieces = Map.groupBy(markers, ({ marker }) => marker)
  return [...pieces].map(([marker, places]) => ({
    marker,
    quoted: places.map(({ start, end }) => text.slice(start, end)).join(''),
  }))
}

interface CommentedBody {
  readonly dialect: BodyDialect
  readonly doc: AdfDoc
  readonly ours: ReadBody
  readonly theirs: ReadBody
  readonly chosen: readonly ChosenBlock[]
  readonly comments: readonly RemoteComment[]
}

/**
 * Blocks that people wrote keep their markers; in others, comments are placed anew. Where that is
 * impossible, as on code, an equal block is left as it is.
 */
function keepComments({ dialect, doc, ours, theirs, chosen, comments }: CommentedBody): string {
  const theirMarkers = theirs.blocks.map(({ source }) => markersIn(dialect, [source]))
  const keptByThem = new Set(
    chosen.flatMap(({ from, index }) =>
      from === 'theirs' ? [...(theirMarkers[index] ?? [])] : [],
    ),
  )
  const flat = flatText(doc.content)
  const places = placeComments(
    comments.filter(({ marker }) => !keptByThem.has(marker)),
    theirs,
    flat,
    openPlaces(ours, flat, chosen),
  )
  const marked = dialect.read(dialect.join(dialect.write(markComments(doc, flat, places))))
  const planned = blocksOf(chosen, marked, theirs)
  const keptMarkers = markersIn(dialect, planned.map(sourceOf))
  const missing = new Set(
    comments.map(({ marker }) => marker).filter((marker) => !keptMarkers.has(marker)),
  )
  const blocks = withTheirBlocks({ dialect, theirs, theirMarkers, planned, missing })
  return dialect.join(blocks.map(sourceOf))
}

function blockAt({ blocks }: ReadBody, index: number): BodyBlock {
  return blocks[index] as BodyBlock
}

function markersIn(dialect: BodyDialect, sources: readonly string[]): Set<string> {
  return new Set(dialect.read(dialect.join(sources)).markers.map(({ marker }) => marker))
}

function openPlaces(
  ours: ReadBody,
  { text }: FlatText,
  chosen: readonly ChosenBlock[],
): (at: number) => boolean {
  const planned = new Set(chosen.flatMap(({ from, index }) => (from === 'ours' ? [index] : [])))
  if (planned.size === ours.blocks.length) return () => true
  const isOpen = new Uint8Array(text.length + 1)
  let start = 0
  ours.blocks.forEach((block, index) => {
    // An image has no length, so it stands where its block starts.
    const end = Math.max(start + block.text.length, start + 1)
    if (planned.has(index)) isOpen.fill(1, start, end)
    start += block.text.length
  })
  return (at) => isOpen[at] === 1
}

function withTheirBlocks({
  dialect,
  theirs,
  theirMarkers,
  planned,
  missing,
}: {
  dialect: BodyDialect
  theirs: ReadBody
  theirMarkers: readonly ReadonlySet<string>[]
  planned: readonly BodyBlock[]
  missing: ReadonlySet<string>
}): readonly BodyBlock[] {
  const needsTheirForm = theirMarkers.map((markers) =>
    [...markers].some((marker) => missing.has(marker)),
  )
  if (!needsTheirForm.includes(true)) return planned
  const partners = align(theirs.blocks.map(canonicalForm), planned.map(canonicalForm))
  const blocks = [...planned]
  partners.forEach((partner, index) => {
    if (partner < 0 || needsTheirForm[index] !== true) return
    const markers = [...markersIn(dialect, [(planned[partner] as BodyBlock).source])]
    if (markers.every((marker) => theirMarkers[index]?.has(marker))) {
      blocks[partner] = blockAt(theirs, index)
    }
  })
  return blocks
}

function sourceOf({ source }: BodyBlock): string {
  return source
}

function canonicalForm({ canonical }: BodyBlock): string {
  return canonical
}

const minQuoted = 3

/**
 * Place comments; a comment whose text is gone or ambiguous gets no place.
 * @returns Markers in the document.
 */
function placeComments(
  comments: readonly RemoteComment[],
  theirs: ReadBody,
  ours: FlatText,
  isOpen: (at: number) => boolean,
): CommentMarker[] {
  const find = placeFinder(theirs.text, ours.text, isOpen)
  const pieces = Map.groupBy(theirs.markers, ({ marker }) => marker)
  return comments.flatMap(({ marker, quoted }) => {
    const commentPieces = pieces.get(marker)
    if (commentPieces === undefined) return placeByQuote({ marker, quoted }, ours, isOpen)
    return joinPieces(commentPieces, theirs.text).flatMap((piece) =>
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

function joinPieces(pieces: readonly CommentMarker[], text: string): CommentMarker[] {
  const joined: CommentMarker[] = []
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const previous = joined.at(-1)
    const isText = piece.image === undefined && previous?.image === undefined
    if (
      previous !== undefined &&
      isText &&
      /^[\n\uFFFC]*$/.test(text.slice(previous.end, piece.start))
    ) {
      joined[joined.length - 1] = { ...previous, end: Math.max(previous.end, piece.end) }
    } else {
      joined.push(piece)
    }
  }
  return joined
}

/** Place a comment on the same image; of several equal images, on the first. */
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

/** A comment that lost its place gets it back where its text occurs exactly once. */
function placeByQuote(
  { marker, quoted }: RemoteComment,
  { text }: FlatText,
  isOpen: (at: number) => boolean,
): CommentMarker[] {
  const at = quoted.trim().length < minQuoted ? -1 : text.indexOf(quoted)
  if (at < 0 || !isOpen(at) || text.indexOf(quoted, at + 1) >= 0) return []
  return [{ marker, start: at, end: at + quoted.length }]
}
