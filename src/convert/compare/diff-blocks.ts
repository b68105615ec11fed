/** Finds out what became of each block between two documents, and merges two changes of one. @module */
import { align, pairBest } from './align.ts'

/** Only so many characters of a text are compared. */
const maxLength = 10_000

interface Measured {
  readonly words: ReadonlySet<string>
  readonly ends: string
}

function measureText(whole: string): Measured {
  const ends = whole.slice(0, maxLength)
  return { words: new Set(ends.match(/[\p{L}\p{N}]+/gu)), ends }
}

/**
 * Measure how alike two texts are: by their words or by their common ends, whichever is more.
 * @returns From 0 to 1.
 */
function likeness(one: Measured, other: Measured): number {
  return Math.max(sharedEnds(one.ends, other.ends), sharedWords(one.words, other.words))
}

function sharedEnds(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  if (shorter === 0) return 0
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return (2 * (start + end)) / (a.length + b.length)
}

/** Sørensen–Dice coefficient of the word sets. */
function sharedWords(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0
  for (const word of words) if (others.has(word)) common += 1
  return common === 0 ? 0 : (2 * common) / (words.size + others.size)
}

interface ComparableBlock {
  /** Equal for blocks with the same content. */
  readonly canonical: string
  readonly text: string
  /** Blocks of different kinds are never paired as changed. */
  readonly kind?: string
}

/** Beyond these bounds, blocks count as removed and added. */
const maxComparisons = 20_000
const maxCompared = 20_000_000
/** Below this likeness, two blocks count as removed and added, not as changed. */
const minLikeness = 0.3

/**
 * Compare two documents.
 * @param measure Picks what is compared of a text.
 */
export function diffBlocks(
  old: readonly ComparableBlock[],
  young: readonly ComparableBlock[],
  measure: (text: string) => Measured = measureText,
) {
  const next = align(old.map(canonicalOf), young.map(canonicalOf))
  const left = { comparisons: maxComparisons, characters: maxCompared }
  let from = 0
  let youngFrom = 0
  for (let to = 0; to <= old.length; to += 1) {
    const youngTo = to === old.length ? young.length : (next[to] as number)
    if (youngTo < 0) continue
    const gap = [old.slice(from, to), young.slice(youngFrom, youngTo)] as const
    left.comparisons -= gap[0].length * gap[1].length
    left.characters -= comparedCharacters(...gap)
    const isBounded = left.comparisons >= 0 && left.characters >= 0
    const paired = isBounded ? pairAlike(...gap, measure) : []
    for (const [index, youngIndex] of paired) next[from + index] = youngFrom + youngIndex
    from = to + 1
    youngFrom = youngTo + 1
  }
  return { next, added: addedBlocks(next, young.length) }
}

/**
 * List added blocks by the old block that they follow; -1 for the start. Blocks behind removed ones
 * are placed behind the last of them.
 */
function addedBlocks(next: Int32Array, count: number): Map<number, number[]> {
  const partners = new Map(Array.from(next, (youngIndex, index) => [youngIndex, index]))
  const added = new Map<number, number[]>()
  let behind = -1
  for (let youngIndex = 0; youngIndex < count; youngIndex += 1) {
    const partner = partners.get(youngIndex)
    if (partner !== undefined) behind = partner
    else {
      while (next[behind + 1] === -1) behind += 1
      const group = added.get(behind) ?? []
      group.push(youngIndex)
      added.set(behind, group)
    }
  }
  return added
}

function canonicalOf({ canonical }: ComparableBlock): string {
  return canonical
}

function comparedCharacters(
  old: readonly ComparableBlock[],
  young: readonly ComparableBlock[],
): number {
  const lengthOf = (blocks: readonly ComparableBlock[]): number =>
    blocks.reduce((sum, { text }) => sum + Math.min(text.length, maxLength), 0)
  return lengthOf(old) * young.length + lengthOf(young) * old.length
}

/** Pair blocks in order so that the total likeness is highest. */
function pairAlike(
  old: readonly ComparableBlock[],
  young: readonly ComparableBlock[],
  measure: (text: string) => Measured,
): [number, number][] {
  if (old.length === 0 || young.length === 0) return []
  const [ours, others] = [old, young].map((blocks) => blocks.map(({ text }) => measure(text)))
  return pairBest(old.length, young.length, (i, j) => {
    if (old[i]?.kind !== young[j]?.kind) return 0
    const alike = likeness(ours?.[i] as Measured, others?.[j] as Measured)
    return alike < minLikeness ? 0 : alike
  })
}

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
