/** Finds which blocks of a new text are the changed forms of which old ones, in their order. @module */
import type { TextBlock } from './text-blocks.ts'
import { wordsOf } from './word-diff.ts'

/** A block with its next form, or one that only one side has. */
export type BlockPair =
  | { readonly old: TextBlock; readonly young: TextBlock | undefined }
  | { readonly old: undefined; readonly young: TextBlock }

/** Beyond so many comparisons of blocks, none is taken for another's next form. */
const maxComparisons = 2_500
/** From this share of common words on, a block is taken for another one's next form. */
const minLikeness = 0.4

/**
 * Pair blocks so that they are as alike as possible together.
 * @param old Blocks that were removed.
 * @param young Blocks that were added in their place.
 */
export function pairBlocks(old: readonly TextBlock[], young: readonly TextBlock[]): BlockPair[] {
  if (old.length * young.length > maxComparisons) return unpaired(old, young)
  const likeness = compareAll(old, young)
  // best[i][j]: the likeness that can be had from old blocks from i on and young ones from j on.
  const best = old.map(() => young.map(() => 0))
  const bestFrom = (i: number, j: number): number => best[i]?.[j] ?? 0
  const pairedFrom = (i: number, j: number): number => {
    const own = likeness[i]?.[j] ?? 0
    return own < minLikeness ? -1 : own + bestFrom(i + 1, j + 1)
  }
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = best[i] as number[]
    for (let j = young.length - 1; j >= 0; j -= 1) {
      row[j] = Math.max(bestFrom(i + 1, j), bestFrom(i, j + 1), pairedFrom(i, j))
    }
  }
  const pairs: BlockPair[] = []
  let i = 0
  let j = 0
  while (i < old.length && j < young.length) {
    const paired = pairedFrom(i, j)
    if (paired >= bestFrom(i + 1, j) && paired >= bestFrom(i, j + 1)) {
      pairs.push({ old: old[i] as TextBlock, young: young[j] })
      i += 1
      j += 1
    } else if (bestFrom(i + 1, j) >= bestFrom(i, j + 1)) {
      pairs.push({ old: old[i] as TextBlock, young: undefined })
      i += 1
    } else {
      pairs.push({ old: undefined, young: young[j] as TextBlock })
      j += 1
    }
  }
  return [...pairs, ...unpaired(old.slice(i), young.slice(j))]
}

function unpaired(old: readonly TextBlock[], young: readonly TextBlock[]): BlockPair[] {
  return [
    ...old.map((block) => ({ old: block, young: undefined })),
    ...young.map((block) => ({ old: undefined, young: block })),
  ]
}

function compareAll(old: readonly TextBlock[], young: readonly TextBlock[]): number[][] {
  const youngWords = young.map(distinctWords)
  return old.map((block) => {
    const words = distinctWords(block)
    return young.map(({ kind }, j) =>
      kind === block.kind ? share(words, youngWords[j] as Set<string>) : 0,
    )
  })
}

function distinctWords({ text }: TextBlock): Set<string> {
  return new Set(wordsOf(text).filter((word) => /[\p{L}\p{N}]/u.test(word)))
}

/** Sørensen–Dice: twice what both have, by what they have together. */
function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const word of a) if (b.has(word)) common += 1
  return common === 0 ? 0 : (2 * common) / (a.size + b.size)
}
