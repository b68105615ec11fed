/** What somebody changed in Confluence since the last import, and what of it stays. @module */
import { type BlockDiff, diffBlocks } from '../../compare/diff-blocks.ts'
import type { BodyBlock } from './body-dialect.ts'
import type { EditedBlock } from './page-body.ts'

/** A block of the planned body, by whose it is and its number there. */
export interface ChosenBlock {
  readonly from: 'ours' | 'theirs'
  readonly index: number
}

/** More blocks of one page are not listed. */
const maxEdited = 200
const maxWordsLength = 80

/**
 * Merge a body that was changed in Confluence with the one that is imported: where only they changed a
 * block, theirs stays; where both did, ours. What they added is kept at its place, and what they
 * removed stays removed unless ours changed it.
 * @param base The body as the last import left it.
 * @param theirs The body as it is.
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
 * List what they changed.
 * @param base The body as the last import left it.
 * @param theirs The body as it is.
 * @param planned The canonical forms of the blocks that are sent.
 * @returns In order; at most 200.
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
