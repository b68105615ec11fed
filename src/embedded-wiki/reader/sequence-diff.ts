/**
 * The shortest way from one sequence to another, by Myers' greedy algorithm ("An O(ND) Difference
 * Algorithm and Its Variations", 1986), with a bound on its work.
 * @module
 */

/** A run of items that both have, or that one of them has. */
export interface Change<Item> {
  readonly kind: 'same' | 'removed' | 'added'
  readonly items: readonly Item[]
}

/** How much searching is left; several searches may share one. */
export interface Budget {
  steps: number
}

/** As many steps take some milliseconds. */
const defaultSteps = 2_000_000
/** The search remembers its front for each edit, so edits are bounded as well. */
const maxEdits = 1_500

/**
 * Compare two sequences. Beyond the budget, what stands between the common start and the common end
 * is taken as removed and added as a whole: true, but coarse.
 * @param before The one.
 * @param after The other.
 * @param budget What the search may cost; it is used up by it.
 * @returns Runs whose same and removed items are `before`, whose same and added items are `after`.
 */
export function diffSequences<Item extends string | number>(
  before: readonly Item[],
  after: readonly Item[],
  budget: Budget = { steps: defaultSteps },
): Change<Item>[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  return joinRuns([
    { kind: 'same', items: before.slice(0, start) },
    ...(shortestEdit(removed, added, budget) ?? [
      { kind: 'removed' as const, items: removed },
      { kind: 'added' as const, items: added },
    ]),
    { kind: 'same', items: before.slice(before.length - end) },
  ])
}

/** Give the edit item by item; undefined beyond the budget. */
function shortestEdit<Item>(
  before: readonly Item[],
  after: readonly Item[],
  budget: Budget,
): Change<Item>[] | undefined {
  if (before.length === 0 || after.length === 0) return undefined
  const fronts = searchFronts(before, after, budget)
  return fronts && walkBack(before, after, fronts)
}

/** For each count of edits, the furthest position in `before` on each diagonal from -edits to edits. */
function searchFronts<Item>(
  before: readonly Item[],
  after: readonly Item[],
  budget: Budget,
): Int32Array[] | undefined {
  const fronts: Int32Array[] = []
  const limit = Math.min(before.length + after.length, maxEdits)
  for (let edits = 0; edits <= limit; edits += 1) {
    const front = new Int32Array(2 * edits + 1)
    const previous = fronts.at(-1)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = previous === undefined ? 0 : stepInto(previous, edits, diagonal)
      while (
        x < before.length &&
        x - diagonal < after.length &&
        before[x] === after[x - diagonal]
      ) {
        x += 1
        budget.steps -= 1
      }
      budget.steps -= 1
      front[diagonal + edits] = x
      if (x >= before.length && x - diagonal >= after.length) return [...fronts, front]
    }
    if (budget.steps < 0) return undefined
    fronts.push(front)
  }
  return undefined
}

/** Come down from the diagonal above by adding, or across from the one below by removing. */
function stepInto(previous: Int32Array, edits: number, diagonal: number): number {
  return isAddition(previous, edits, diagonal)
    ? (previous[diagonal + edits] as number)
    : (previous[diagonal + edits - 2] as number) + 1
}

/** `previous` holds the diagonals from 1 - edits, so a diagonal d stands at d + edits - 1. */
function isAddition(previous: Int32Array, edits: number, diagonal: number): boolean {
  if (diagonal === -edits) return true
  if (diagonal === edits) return false
  return (previous[diagonal + edits - 2] as number) < (previous[diagonal + edits] as number)
}

function walkBack<Item>(
  before: readonly Item[],
  after: readonly Item[],
  fronts: readonly Int32Array[],
): Change<Item>[] {
  const changes: Change<Item>[] = []
  let x = before.length
  let y = after.length
  for (let edits = fronts.length - 1; edits > 0; edits -= 1) {
    const previous = fronts[edits - 1] as Int32Array
    const diagonal = x - y
    const isAdded = isAddition(previous, edits, diagonal)
    const reached = stepInto(previous, edits, diagonal)
    // What both have comes after the edit.
    changes.push({ kind: 'same', items: before.slice(reached, x) })
    x = isAdded ? reached : reached - 1
    y = x - diagonal + (isAdded ? -1 : 1)
    changes.push(
      isAdded
        ? { kind: 'added', items: after.slice(y, y + 1) }
        : { kind: 'removed', items: before.slice(x, x + 1) },
    )
  }
  changes.push({ kind: 'same', items: before.slice(0, x) })
  return changes.reverse()
}

/**
 * Join neighbours; between two runs that are the same, first all that was removed comes, then all
 * that was added.
 * @param changes Any changes.
 */
export function joinRuns<Item>(changes: readonly Change<Item>[]): Change<Item>[] {
  const runs: Change<Item>[] = []
  let removed: Item[] = []
  let added: Item[] = []
  let same: Item[] = []
  const flushSame = (): void => {
    if (same.length > 0) runs.push({ kind: 'same', items: same })
    same = []
  }
  const flushChanged = (): void => {
    if (removed.length > 0) runs.push({ kind: 'removed', items: removed })
    if (added.length > 0) runs.push({ kind: 'added', items: added })
    removed = []
    added = []
  }
  for (const { kind, items } of changes) {
    if (items.length === 0) continue
    if (kind === 'same') {
      flushChanged()
      same = same.concat(items)
      continue
    }
    flushSame()
    if (kind === 'removed') removed = removed.concat(items)
    else added = added.concat(items)
  }
  flushSame()
  flushChanged()
  return runs
}
