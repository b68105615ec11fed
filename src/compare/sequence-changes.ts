/** Compares two sequences as runs of items. @module */
import { type AlignBudget, align } from './align.ts'

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
