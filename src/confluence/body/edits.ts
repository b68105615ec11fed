/** Lists and merges the changes that people made in Confluence since the last import. @module */
import { type BlockDiff, diffBlocks } from '../../compare/diff-blocks.ts'
import type { BodyBlock } from './body-dialect.ts'
import type { EditedBlock } from './page-body.ts'

/** A block of the planned body: its origin and index there. */
export interface ChosenBlock {
  readonly from: 'ours' | 'theirs'
  readonly index: number
}

/** The most edits that are listed for a page. */
const maxEdited = 200
const maxWordsLength = 80

/**
 * Merge an edited body with the imported one. Blocks that only they changed stay theirs; blocks
 * that both changed are ours. Added blocks keep their place, and removed blocks stay removed unless
 * ours changed them.
 * @param base The body after the last import.
 * @param theirs The current body.
 */
export function mergeBlocks(
  base: readonly BodyBlock[],
  theirs: readonly BodyBlock[],
  ours: readonly BodyBlock[],
): ChosenBlock[] {
  const theirDiff = diffBlocks(base, theirs)
  const ourDiff = diffBlocks(base, ours)
  const chosen: ChosenBlock[] = []
  const choose = (from: 'ours' | 'theirs', indexes: readonly number[]): void => {
    for (const index of indexes) chosen.push({ from, index })
  }
  for (let i = -1; i < base.length; i += 1) {
    const [theirNext, ourNext] = [theirDiff, ourDiff].map(({ next }) => next[i] ?? -1)
    if (i >= 0) {
      const isTheirChange = !isSame(base, theirs, i, theirNext)
      const isOurChange = !isSame(base, ours, i, ourNext)
      const from = isTheirChange && !isOurChange ? 'theirs' : 'ours'
      const index = from === 'theirs' ? theirNext : ourNext
      if (index !== undefined && index >= 0) choose(from, [index])
    }
    const ourAdded = ourDiff.added.get(i) ?? []
    const ourTexts = new Set(ourAdded.map((index) => ours[index]?.canonical))
    const theirAdded = theirDiff.added.get(i) ?? []
    choose(
      'theirs',
      theirAdded.filter((index) => !ourTexts.has(theirs[index]?.canonical)),
    )
    choose('ours', ourAdded)
  }
  return chosen
}

/**
 * List their changes in order.
 * @param base The body after the last import.
 * @param theirs The current body.
 * @param planned Canonical forms of the blocks to be sent.
 * @returns At most 200.
 */
export function listEdits(
  base: readonly BodyBlock[],
  theirs: readonly BodyBlock[],
  planned: ReadonlySet<string>,
): EditedBlock[] {
  const diff = diffBlocks(base, theirs)
  const edits: EditedBlock[] = []
  for (let i = -1; i < base.length && edits.length < maxEdited; i += 1) {
    for (const edit of editsAt(i, diff, base, theirs, planned)) edits.push(edit)
  }
  return edits.slice(0, maxEdited)
}

function editsAt(
  i: number,
  { next, added }: BlockDiff,
  base: readonly BodyBlock[],
  theirs: readonly BodyBlock[],
  planned: ReadonlySet<string>,
): EditedBlock[] {
  const edits: EditedBlock[] = []
  const before = base[i]
  const after = theirs[next[i] ?? -1]
  if (before !== undefined && after === undefined) {
    const isKept = !planned.has(before.canonical)
    edits.push({ change: 'removed', before: firstWords(before), after: '', isKept })
  } else if (before !== undefined && after !== undefined && before.canonical !== after.canonical) {
    const words = { before: firstWords(before), after: firstWords(after) }
    edits.push({ change: 'changed', ...words, isKept: planned.has(after.canonical) })
  }
  for (const index of added.get(i) ?? []) {
    const block = theirs[index] as BodyBlock
    const isKept = planned.has(block.canonical)
    edits.push({ change: 'added', before: '', after: firstWords(block), isKept })
  }
  return edits
}

function isSame(
  base: readonly BodyBlock[],
  other: readonly BodyBlock[],
  i: number,
  next: number | undefined,
): boolean {
  return next !== undefined && base[i]?.canonical === other[next]?.canonical
}

function firstWords({ text }: BodyBlock): string {
  const words = text
    .slice(0, 4 * maxWordsLength)
    .split(/[\s\uFFFC]+/)
    .join(' ')
    .trim()
  if (words.length <= maxWordsLength) return words
  return `${words
    .slice(0, maxWordsLength)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()}…`
}
