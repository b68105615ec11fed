/** Where a page was edited in Confluence: which blocks, and what they were written as. @module */
import { diffBlocks } from '../../compare/diff-blocks.ts'
import type { BodyBlock } from '../../confluence/body/body-dialect.ts'
import type { ImportedSource, SourceUnit } from './imported-source.ts'

export interface EditedPlace {
  /** Lines of the Markdown, from 1; the second is before the first for new blocks. */
  readonly lines: { readonly first: number; readonly last: number } | undefined
  readonly before: readonly BodyBlock[]
  readonly now: readonly BodyBlock[]
}

/**
 * Find the places.
 * @param source What was imported.
 * @param base The page as the import left it, and as it is now.
 * @param now The page as it is now.
 */
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
  const told = new Set<SourceUnit>()
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
      for (const one of inside) indexes.push(one)
      const isSame = partner >= 0 && now[partner]?.canonical === base[index]?.canonical
      if (!isSame || inside.length > 0) isEdited = true
    }
    // What stands between blocks of one construct was put there by Confluence.
    const lines = unit === undefined || told.has(unit) ? undefined : unit.lines
    if (unit !== undefined) told.add(unit)
    const inserted = added.get(to - 1) ?? []
    // What stands where something was removed stands for it.
    const isReplaced = indexes.length === 0 && lines !== undefined
    if (isReplaced) for (const one of inserted) indexes.push(one)
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

/** The unit of each block; Confluence may have another form for some that nobody edited. */
function unitsOf(
  { blocks, units }: ImportedSource,
  base: readonly BodyBlock[],
): (SourceUnit | undefined)[] {
  const found: (SourceUnit | undefined)[] = base.map(() => undefined)
  const { next } = diffBlocks(blocks, base)
  for (const unit of units) {
    for (let index = unit.start; index < unit.end; index += 1) {
      const partner = next[index] as number
      if (partner >= 0) found[partner] = unit
    }
  }
  return found
}
