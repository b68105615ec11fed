/** Compares two sequences as runs of items, and texts as replaced lines. @module */
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

interface LineEdit {
  /** From 1; for new lines the second is one less than the first. */
  readonly line: number
  readonly endLine: number
  readonly before: string
  readonly after: string
}

/** List what became of the lines of a text, in order. */
export function lineEdits(before: string, after: string): LineEdit[] {
  const lines = linesOf(before)
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
  for (const { kind, items } of sequenceChanges(lines, linesOf(after))) {
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

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
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
