/** Merges two changes of one document, block by block. @module */
import { type ComparableBlock, diffBlocks } from './diff-blocks.ts'

/** A block of the merged document: where it comes from, and its index there. */
export interface ChosenBlock {
  readonly from: 'ours' | 'theirs'
  readonly index: number
}

/**
 * Merge what people wrote with what an import brings. Blocks that only they changed stay theirs;
 * blocks that both changed are ours. Added blocks keep their place, and removed blocks stay removed
 * unless ours changed them.
 * @param base The document after the last import.
 * @param theirs The current document.
 */
export function mergeBlocks(
  base: readonly ComparableBlock[],
  theirs: readonly ComparableBlock[],
  ours: readonly ComparableBlock[],
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

function isSame(
  base: readonly ComparableBlock[],
  other: readonly ComparableBlock[],
  i: number,
  next: number | undefined,
): boolean {
  return next !== undefined && base[i]?.canonical === other[next]?.canonical
}
