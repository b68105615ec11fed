/** The shortest way from one sequence to another, with a bound on the work of finding it. @module */
import { diffArrays } from 'diff/lib/diff/array.js'

/** A run of items that both have, or that one of them has. */
export interface Change<Item> {
  readonly kind: 'same' | 'removed' | 'added'
  readonly items: readonly Item[]
}

/** How much searching is left; several searches may share one. */
export interface Budget {
  steps: number
}

/** As many comparisons take some tenths of a second. */
const defaultSteps = 2_000_000
/** The search remembers the ways that it came, so edits are bounded as well. */
const maxEdits = 1_500

class BudgetSpent extends Error {}

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

/** Give the edit; undefined beyond the budget. */
function shortestEdit<Item>(
  before: Item[],
  after: Item[],
  budget: Budget,
): Change<Item>[] | undefined {
  if (before.length === 0 || after.length === 0) return undefined
  const comparator = (one: Item, other: Item): boolean => {
    budget.steps -= 1
    // There is no other way to end a search by its work instead of by the clock.
    if (budget.steps < 0) throw new BudgetSpent()
    return one === other
  }
  try {
    return diffArrays(before, after, { comparator, maxEditLength: maxEdits })?.map(
      ({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        items: value,
      }),
    )
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined
    throw error
  }
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
