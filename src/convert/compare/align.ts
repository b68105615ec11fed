/** Aligns two sequences with a bound on the work, and tells their differences as runs of items or as replaced lines. @module */
import { countWhile } from '../../contract/base/lists.ts'
import { splitLines } from '../code/line-reader.ts'

export interface AlignBudget {
  /** Cells of the tables that may be filled; the default takes some tens of milliseconds. */
  cells: number
}

/** The most cells of one table. */
const maxCells = 1_000_000
const defaultCells = 8_000_000
/** The most often that an item is looked at, on average. */
const maxLooks = 40

interface Ranges {
  readonly start: number
  readonly end: number
  readonly otherStart: number
  readonly otherEnd: number
}

/**
 * Align two sequences: by common ends, by items that are unique in both, and between those by the
 * longest common subsequence. Beyond the bounds, items stay without a partner.
 * @param budget Reduced by the work done; several alignments may share it.
 * @returns For each item the index of its partner, in rising order, or -1.
 */
export function align(
  items: readonly string[],
  others: readonly string[],
  budget: AlignBudget = { cells: defaultCells },
): Int32Array {
  const ids = new Map<string, number>()
  const idOf = (item: string): number => {
    const id = ids.get(item) ?? ids.size
    ids.set(item, id)
    return id
  }
  return alignIds(Int32Array.from(items, idOf), Int32Array.from(others, idOf), budget)
}

function alignIds(items: Int32Array, others: Int32Array, budget: AlignBudget): Int32Array {
  const partners = new Int32Array(items.length).fill(-1)
  let looks = maxLooks * (items.length + others.length) + 1_000
  const waiting: Ranges[] = [
    { start: 0, end: items.length, otherStart: 0, otherEnd: others.length },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const ranges = withoutEnds(items, others, next, partners)
    const width = ranges.end - ranges.start
    const otherWidth = ranges.otherEnd - ranges.otherStart
    looks -= width + otherWidth
    if (width === 0 || otherWidth === 0 || looks < 0) continue
    const cells = width * otherWidth
    if (cells <= Math.min(maxCells, budget.cells)) {
      budget.cells -= cells
      alignByTable(items, others, ranges, partners)
    } else {
      for (const part of splitByUnique(items, others, ranges)) waiting.push(part)
    }
  }
  return partners
}

/** Pair the items at both ends that are equal. */
function withoutEnds(
  items: Int32Array,
  others: Int32Array,
  { ...ranges }: { -readonly [Name in keyof Ranges]: number },
  partners: Int32Array,
): Ranges {
  const isOpen = (): boolean => ranges.start < ranges.end && ranges.otherStart < ranges.otherEnd
  while (isOpen() && items[ranges.start] === others[ranges.otherStart]) {
    partners[ranges.start] = ranges.otherStart
    ranges.start += 1
    ranges.otherStart += 1
  }
  while (isOpen() && items[ranges.end - 1] === others[ranges.otherEnd - 1]) {
    ranges.end -= 1
    ranges.otherEnd -= 1
    partners[ranges.end] = ranges.otherEnd
  }
  return ranges
}

/** Pair the items of the longest common subsequence. */
function alignByTable(
  items: Int32Array,
  others: Int32Array,
  { start, end, otherStart, otherEnd }: Ranges,
  partners: Int32Array,
): void {
  const isEqual = (i: number, j: number): boolean => items[start + i] === others[otherStart + j]
  const weigh = (i: number, j: number): number => (isEqual(i, j) ? 1 : 0)
  for (const [i, j] of pairBest(end - start, otherEnd - otherStart, weigh)) {
    partners[start + i] = otherStart + j
  }
}

/**
 * Pair items of two sequences in order so that the total weight is highest, by dynamic programming.
 * @param weigh Gives the weight of two items as a pair; 0 when they must not be one.
 */
export function pairBest(
  count: number,
  otherCount: number,
  weigh: (i: number, j: number) => number,
): [number, number][] {
  const row = otherCount + 1
  const best = new Float64Array((count + 1) * row)
  const bestFrom = (i: number, j: number): number => best[i * row + j] as number
  const withPair = (i: number, j: number): number => {
    const weight = weigh(i, j)
    return weight === 0 ? -1 : weight + bestFrom(i + 1, j + 1)
  }
  for (let i = count - 1; i >= 0; i -= 1) {
    for (let j = otherCount - 1; j >= 0; j -= 1) {
      best[i * row + j] = Math.max(bestFrom(i + 1, j), bestFrom(i, j + 1), withPair(i, j))
    }
  }
  const pairs: [number, number][] = []
  let i = 0
  let j = 0
  while (i < count && j < otherCount) {
    const most = bestFrom(i, j)
    if (withPair(i, j) === most) pairs.push([i++, j++])
    else if (bestFrom(i + 1, j) === most) i += 1
    else j += 1
  }
  return pairs
}

/** Split at items that are unique in both sequences and in order. */
function splitByUnique(items: Int32Array, others: Int32Array, ranges: Ranges): Ranges[] {
  const places = uniquePlaces(items, ranges.start, ranges.end)
  const otherPlaces = uniquePlaces(others, ranges.otherStart, ranges.otherEnd)
  const pairs: [number, number][] = []
  for (const [item, place] of places) {
    const other = otherPlaces.get(item)
    if (place >= 0 && other !== undefined && other >= 0) pairs.push([place, other])
  }
  const anchors = longestRise(pairs)
  if (anchors.length === 0) return []
  const parts: Ranges[] = []
  let { start, otherStart } = ranges
  // Each part ends with its anchor, which the next round pairs as a common end.
  for (const [place, other] of anchors) {
    parts.push({ start, end: place + 1, otherStart, otherEnd: other + 1 })
    start = place + 1
    otherStart = other + 1
  }
  return [...parts, { start, end: ranges.end, otherStart, otherEnd: ranges.otherEnd }]
}

function uniquePlaces(items: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let i = start; i < end; i += 1) {
    const item = items[i] as number
    places.set(item, places.has(item) ? -1 : i)
  }
  return places
}

/** The longest subsequence of pairs that rises in both sequences. */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  /** For each length, the pair with the lowest end. */
  const ends: number[] = []
  const before = new Int32Array(pairs.length)
  pairs.forEach(([, other], index) => {
    const length = countWhile(ends, (end) => (pairs[end] as [number, number])[1] < other)
    before[index] = ends[length - 1] ?? -1
    ends[length] = index
  })
  const rise: [number, number][] = []
  let index = ends.at(-1) ?? -1
  while (index >= 0) {
    rise.push(pairs[index] as [number, number])
    index = before[index] as number
  }
  return rise.reverse()
}

export interface Change<Item> {
  readonly kind: 'same' | 'removed' | 'added'
  readonly items: readonly Item[]
}

/**
 * Compare two sequences.
 * @returns The same and removed items give `before`, the same and added ones `after`.
 */
export function sequenceChanges(
  before: readonly string[],
  after: readonly string[],
  budget?: AlignBudget,
): Change<string>[] {
  const changes: Change<string>[] = []
  let at = 0
  for (const [index, partner] of align(before, after, budget).entries()) {
    const items = before.slice(index, index + 1)
    if (partner < 0) changes.push({ kind: 'removed', items })
    else {
      changes.push({ kind: 'added', items: after.slice(at, partner) }, { kind: 'same', items })
      at = partner + 1
    }
  }
  return joinRuns([...changes, { kind: 'added', items: after.slice(at) }])
}

/** Join neighbouring runs; between two unchanged runs the removed items come first. */
export function joinRuns<Item>(changes: readonly Change<Item>[]): Change<Item>[] {
  const runs: Change<Item>[] = []
  const open: Record<Change<Item>['kind'], Item[]> = { same: [], removed: [], added: [] }
  const flush = (...kinds: readonly Change<Item>['kind'][]): void => {
    for (const kind of kinds) {
      if (open[kind].length > 0) runs.push({ kind, items: open[kind] })
      open[kind] = []
    }
  }
  for (const { kind, items } of changes) {
    if (items.length === 0) continue
    if (kind === 'same') flush('removed', 'added')
    else flush('same')
    for (const item of items) open[kind].push(item)
  }
  flush('same', 'removed', 'added')
  return runs
}

interface LineEdit {
  /** From 1; for new lines the second is one less than the first. */
  readonly line: number
  readonly endLine: number
  readonly before: string
  readonly after: string
}

/** List what became of the lines of a text, in order. */
export function lineEdits(before: string, after: string): LineEdit[] {
  const lines = splitLines(before)
  const edits: LineEdit[] = []
  let at = 0
  let removed: readonly string[] = []
  let added: readonly string[] = []
  const flush = (): void => {
    edits.push(...editAt(lines, at, removed, added))
    at += removed.length
    removed = []
    added = []
  }
  for (const { kind, items } of sequenceChanges(lines, splitLines(after))) {
    if (kind === 'removed') removed = items
    else if (kind === 'added') added = items
    else {
      flush()
      at += items.length
    }
  }
  flush()
  return edits
}

/** Blank lines around a block go and come with it, so they are no part of an edit. */
function editAt(
  lines: readonly string[],
  at: number,
  removed: readonly string[],
  added: readonly string[],
): LineEdit[] {
  const end = at + removed.length
  const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === ''
  const changed = removed.length > 0 && added.length > 0
  const gone = changed ? { lines: removed, skipped: 0 } : trimmed(removed, isBlank)
  const come = changed ? { lines: added, skipped: 0 } : trimmed(added, isBlank)
  const only = gone.lines.length > 0 ? gone : come
  if (only.lines.length === 0) return []
  // A line that is joined to the one before it, such as an item of a list, changes that one.
  const isJoined = !changed && only.skipped === 0 && !isBlank(lines[at - 1])
  const first = isJoined ? at - 1 : at + gone.skipped
  const last = gone.lines.length > 0 ? at + gone.skipped + gone.lines.length : end
  const head = isJoined ? lines.slice(at - 1, at) : []
  const isNew = gone.lines.length === 0 && !isJoined
  return [
    {
      line: first + 1,
      endLine: isNew ? first : last,
      before: [...head, ...gone.lines].join('\n'),
      after: [...head, ...come.lines].join('\n'),
    },
  ]
}

function trimmed(
  lines: readonly string[],
  isBlank: (line: string | undefined) => boolean,
): { readonly lines: readonly string[]; readonly skipped: number } {
  const skipped = lines.findIndex((line) => !isBlank(line))
  if (skipped < 0) return { lines: [], skipped: 0 }
  const last = lines.findLastIndex((line) => !isBlank(line))
  return { lines: lines.slice(skipped, last + 1), skipped }
}
