/** Maps the Markdown of a page to the blocks that Confluence shows. @module */

import type { AdfDoc } from '../../../convert/adf/types.ts'
import { diffBlocks } from '../../../convert/compare/diff-blocks.ts'
import { type SourceBlock, sourceBlocks } from '../../../convert/source-blocks.ts'
import type { BodyBlock, BodyDialect } from '../../body/page-body.ts'
import type { RemoteDocument } from '../../document/remote-images.ts'
import { toRemoteDocument } from '../../document/to-remote-document.ts'

interface SourceUnit {
  readonly lines: SourceBlock['lines']
  /** Range of its blocks; the end is exclusive. */
  readonly start: number
  readonly end: number
}

export interface ImportedSource {
  readonly blocks: readonly BodyBlock[]
  readonly units: readonly SourceUnit[]
}

/**
 * @param title Undefined keeps a heading that repeats the title.
 * @throws {MarkdownLimitError} When it cannot be converted.
 */
export function readImportedSource(
  markdown: string,
  title: string | undefined,
  dialect: BodyDialect,
  target: RemoteDocument,
): ImportedSource {
  const source = sourceBlocks(markdown, title === undefined ? {} : { title })
  const sources = dialect.write(
    toRemoteDocument(docOf(source.flatMap(({ nodes }) => nodes)), target),
  )
  const blocks: BodyBlock[] = []
  const units: SourceUnit[] = []
  const addBlocks = (newBlocks: readonly BodyBlock[]): void => {
    for (const block of newBlocks) blocks.push(block)
  }
  let at = 0
  for (const { nodes, lines } of source) {
    const start = blocks.length
    // An image without its attachment may be several blocks there, and a macro one block here.
    const count = toRemoteDocument(docOf(nodes), target).content.length
    for (const blockSource of sources.slice(at, at + count)) addBlocks(read(dialect, [blockSource]))
    at += count
    units.push({ lines, start, end: blocks.length })
  }
  addBlocks(read(dialect, sources.slice(at)))
  return { blocks, units }
}

function read(dialect: BodyDialect, sources: readonly string[]): readonly BodyBlock[] {
  return sources.length === 0 ? [] : dialect.read(dialect.join(sources)).blocks
}

function docOf(content: AdfDoc['content']): AdfDoc {
  return { version: 1, type: 'doc', content }
}

export interface EditedPlace {
  /** Lines from 1; for new blocks the second is one less than the first. */
  readonly lines: { readonly first: number; readonly last: number } | undefined
  readonly before: readonly BodyBlock[]
  readonly now: readonly BodyBlock[]
}

export function findEditedPlaces(
  source: ImportedSource,
  base: readonly BodyBlock[],
  now: readonly BodyBlock[],
): EditedPlace[] {
  const { next, added } = diffBlocks(base, now)
  const units = unitsOf(source, base)
  const blocksOf = (indexes: readonly number[]): BodyBlock[] =>
    indexes.flatMap((index) => now[index] ?? [])
  const places: EditedPlace[] = []
  const placedUnits = new Set<SourceUnit>()
  const add = (place: EditedPlace): void => {
    if (place.before.length + place.now.length > 0) places.push(place)
  }
  const start = source.units.find(({ lines }) => lines !== undefined)?.lines?.first ?? 1
  let behind = start - 1
  add({ lines: newLines(behind), before: [], now: blocksOf(added.get(-1) ?? []) })
  for (let from = 0; from < base.length; ) {
    const unit = units[from]
    let to = from + 1
    while (to < base.length && unit !== undefined && units[to] === unit) to += 1
    const indexes: number[] = []
    let isEdited = false
    for (let index = from; index < to; index += 1) {
      const partner = next[index] as number
      const inside = index < to - 1 ? (added.get(index) ?? []) : []
      if (partner >= 0) indexes.push(partner)
      for (const addedIndex of inside) indexes.push(addedIndex)
      const isSame = partner >= 0 && now[partner]?.canonical === base[index]?.canonical
      if (!isSame || inside.length > 0) isEdited = true
    }
    // Confluence inserted blocks within one construct.
    const lines = unit === undefined || placedUnits.has(unit) ? undefined : unit.lines
    if (unit !== undefined) placedUnits.add(unit)
    const inserted = added.get(to - 1) ?? []
    // New blocks at the place of removed ones replace them.
    const isReplaced = indexes.length === 0 && lines !== undefined
    if (isReplaced) for (const addedIndex of inserted) indexes.push(addedIndex)
    if (isEdited) add({ lines, before: base.slice(from, to), now: blocksOf(indexes) })
    behind = Math.max(behind, lines?.last ?? 0)
    if (!isReplaced) add({ lines: newLines(behind), before: [], now: blocksOf(inserted) })
    from = to
  }
  return places
}

function newLines(behind: number): { first: number; last: number } {
  return { first: behind + 1, last: behind }
}

/** Find the unit of each block; Confluence may show some blocks in another form. */
function unitsOf(
  { blocks, units }: ImportedSource,
  base: readonly BodyBlock[],
): (SourceUnit | undefined)[] {
  const result: (SourceUnit | undefined)[] = base.map(() => undefined)
  const { next } = diffBlocks(blocks, base)
  for (const unit of units) {
    for (let index = unit.start; index < unit.end; index += 1) {
      const partner = next[index] as number
      if (partner >= 0) result[partner] = unit
    }
  }
  return result
}
