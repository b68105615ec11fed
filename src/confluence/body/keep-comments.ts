/** Puts a planned body together so that it keeps the comments of the page. @module */
import type { AdfDoc } from '../../adf/types.ts'
import { align } from '../../compare/align.ts'
import type { BodyBlock, BodyDialect, ReadBody } from './body-dialect.ts'
import type { ChosenBlock } from './edits.ts'
import { type FlatText, flatText } from './flat-text.ts'
import { markComments } from './mark-comments.ts'
import { placeComments, type WantedComment } from './place-comments.ts'

export interface CommentedBody {
  readonly dialect: BodyDialect
  /** The document, and what its blocks are in the page's form. */
  readonly doc: AdfDoc
  readonly ours: ReadBody
  /** The page as it is. */
  readonly theirs: ReadBody
  /** The blocks that are planned. */
  readonly chosen: readonly ChosenBlock[]
  readonly comments: readonly WantedComment[]
}

/**
 * Put a body together. Blocks of theirs keep their own markers. Comments on others are placed anew;
 * where that cannot be, such as on code, a block that says the same is left as it stands in the page.
 * @param plan What it is made of.
 * @returns The body.
 */
export function keepComments({
  dialect,
  doc,
  ours,
  theirs,
  chosen,
  comments,
}: CommentedBody): string {
  const join = (blocks: readonly BodyBlock[]): string =>
    dialect.join(blocks.map(({ source }) => source))
  const unmarked = chosen.map(({ from, index }) => blockAt(from === 'ours' ? ours : theirs, index))
  if (comments.length === 0) return join(unmarked)
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
  const planned = chosen.map(({ from, index }) => blockAt(from === 'ours' ? marked : theirs, index))
  const kept = markersIn(
    dialect,
    planned.map(({ source }) => source),
  )
  const missing = new Set(comments.map(({ marker }) => marker).filter((one) => !kept.has(one)))
  return join(withTheirBlocks({ dialect, theirs, theirMarkers, planned, missing }))
}

function blockAt({ blocks }: ReadBody, index: number): BodyBlock {
  return blocks[index] as BodyBlock
}

function markersIn(dialect: BodyDialect, sources: readonly string[]): Set<string> {
  return new Set(dialect.read(dialect.join(sources)).markers.map(({ marker }) => marker))
}

/** Which places of the document stand in blocks that are planned. */
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
    // An image takes no room: it stands where its block starts.
    const end = Math.max(start + block.text.length, start + 1)
    if (planned.has(index)) isOpen.fill(1, start, end)
    start += block.text.length
  })
  return (at) => isOpen[at] === 1
}

/** Leave blocks as they stand in the page, for the comments that they alone keep. */
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
  const wanted = theirMarkers.map((markers) => [...markers].some((marker) => missing.has(marker)))
  if (!wanted.includes(true)) return planned
  const partners = align(theirs.blocks.map(canonicalForm), planned.map(canonicalForm))
  const blocks = [...planned]
  partners.forEach((partner, index) => {
    if (partner < 0 || wanted[index] !== true) return
    const own = [...markersIn(dialect, [(planned[partner] as BodyBlock).source])]
    if (own.every((marker) => theirMarkers[index]?.has(marker))) {
      blocks[partner] = blockAt(theirs, index)
    }
  })
  return blocks
}

function canonicalForm({ canonical }: BodyBlock): string {
  return canonical
}
