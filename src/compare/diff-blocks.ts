/** What became of each block from one document to another. @module */
import { align } from './align.ts'

/** More of a text is not looked at. */
const maxLength = 10_000

/** What of a text is compared with others. */
export interface Measured {
  /** Its words, however often they stand in it. */
  readonly words: ReadonlySet<string>
  /** The whole, for what it begins and ends with. */
  readonly ends: string
}

/** Take a text apart once, however many it is compared with. */
function measureText(whole: string): Measured {
  const ends = whole.slice(0, maxLength)
  return { words: new Set(ends.match(/[\p{L}\p{N}]+/gu)), ends }
}

/**
 * Tell which share two texts have in common: as words, or as what both begin and end with, whichever
 * is more.
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

/** Sørensen–Dice: twice what both have, by what they have together. */
function sharedWords(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0
  for (const word of words) if (others.has(word)) common += 1
  return common === 0 ? 0 : (2 * common) / (words.size + others.size)
}

export interface ComparableBlock {
  /** Equal for blocks that say the same. */
  readonly canonical: string
  readonly text: string
  /** Blocks of different kinds are not each other's next form. */
  readonly kind?: string
}

export interface BlockDiff {
  /** For each old block its number in the new document, as it was or changed; -1 for one that is gone. */
  readonly next: Int32Array
  /** Blocks that are only in the new document, by the old block that they stand behind; -1 for the start. */
  readonly added: ReadonlyMap<number, readonly number[]>
}

/**
 * So many comparisons of blocks, and so many characters compared in all; beyond, blocks are taken for
 * removed and added.
 */
const maxComparisons = 20_000
const maxCompared = 20_000_000
/** From here on a block is another one's next form. */
const minLikeness = 0.3

/**
 * Compare two documents.
 * @param measure What of their texts makes blocks alike.
 */
export function diffBlocks(
  old: readonly ComparableBlock[],
  young: readonly ComparableBlock[],
  measure: (text: string) => Measured = measureText,
): BlockDiff {
  const next = align(old.map(canonicalOf), young.map(canonicalOf))
  const added = new Map<number, number[]>()
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
    const paired = isBounded ? pairAlike(...gap, measure) : new Map<number, number>()
    for (const [index, youngIndex] of paired) next[from + index] = youngFrom + youngIndex
    collectAdded({ from, to, youngFrom, youngTo }, paired.size > 0, next, added)
    from = to + 1
    youngFrom = youngTo + 1
  }
  return { next, added }
}

interface Gap {
  readonly from: number
  readonly to: number
  readonly youngFrom: number
  readonly youngTo: number
}

function canonicalOf({ canonical }: ComparableBlock): string {
  return canonical
}

/** Each block of the one is compared with each of the other. */
function comparedCharacters(
  old: readonly ComparableBlock[],
  young: readonly ComparableBlock[],
): number {
  const lengthOf = (blocks: readonly ComparableBlock[]): number =>
    blocks.reduce((sum, { text }) => sum + Math.min(text.length, maxLength), 0)
  return lengthOf(old) * young.length + lengthOf(young) * old.length
}

/** Pair blocks, in order, so that they are as alike as possible together. */
function pairAlike(
  old: readonly ComparableBlock[],
  young: readonly ComparableBlock[],
  measure: (text: string) => Measured,
): Map<number, number> {
  const row = young.length + 1
  const at = (i: number, j: number): number => i * row + j
  // The likeness that can be had from two blocks on, in all and with the two as a pair.
  const best = new Float64Array((old.length + 1) * row)
  const own = new Float64Array(best.length)
  const others = old.length === 0 ? [] : young.map(({ text }) => measure(text))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const { kind, text } = old[i] as ComparableBlock
    const measured = measure(text)
    for (let j = young.length - 1; j >= 0; j -= 1) {
      const alike = kind === young[j]?.kind ? likeness(measured, others[j] as Measured) : 0
      own[at(i, j)] = alike < minLikeness ? -1 : alike + (best[at(i + 1, j + 1)] as number)
      best[at(i, j)] = Math.max(
        best[at(i + 1, j)] as number,
        best[at(i, j + 1)] as number,
        own[at(i, j)] as number,
      )
    }
  }
  const pairs = new Map<number, number>()
  let i = 0
  let j = 0
  while (i < old.length && j < young.length) {
    const most = best[at(i, j)] as number
    if (own[at(i, j)] === most) pairs.set(i++, j++)
    else if (best[at(i + 1, j)] === most) i += 1
    else j += 1
  }
  return pairs
}

function collectAdded(
  { from, to, youngFrom, youngTo }: Gap,
  isPaired: boolean,
  next: Int32Array,
  added: Map<number, number[]>,
): void {
  const partners = new Map<number, number>()
  for (let i = from; i < to; i += 1) partners.set(next[i] as number, i)
  // What stands behind all that was removed stands behind the last of it.
  let behind = isPaired ? from - 1 : to - 1
  for (let j = youngFrom; j < youngTo; j += 1) {
    const partner = partners.get(j)
    if (partner !== undefined) {
      behind = partner
      continue
    }
    const own = added.get(behind)
    if (own === undefined) added.set(behind, [j])
    else own.push(j)
  }
}
