/** What became of each block from one body to another. @module */
import { align } from './align.ts'
import type { BodyBlock } from './body-dialect.ts'
import { likeness } from './likeness.ts'

export interface BlockDiff {
  /** For each old block its number in the new body, as it was or changed; -1 for one that is gone. */
  readonly next: Int32Array
  /** Blocks that are only in the new body, by the old block that they stand behind; -1 for the start. */
  readonly added: ReadonlyMap<number, readonly number[]>
}

/** So many comparisons of blocks by their words; beyond, blocks are taken for removed and added. */
const maxComparisons = 20_000
/** From here on a block is another one's next form. */
const minLikeness = 0.3

/**
 * Compare two bodies.
 * @param old The one.
 * @param young The other.
 */
export function diffBlocks(old: readonly BodyBlock[], young: readonly BodyBlock[]): BlockDiff {
  const next = align(old.map(canonicalOf), young.map(canonicalOf))
  const added = new Map<number, number[]>()
  let left = maxComparisons
  let from = 0
  let youngFrom = 0
  for (let i = 0; i <= old.length; i += 1) {
    const partner = i === old.length ? young.length : (next[i] as number)
    if (partner < 0) continue
    left -= (i - from) * (partner - youngFrom)
    const gap = { from, to: i, youngFrom, youngTo: partner }
    const paired = left < 0 ? new Map<number, number>() : pairChanged(old, young, gap)
    for (const [index, youngIndex] of paired) next[index] = youngIndex
    collectAdded(gap, new Set(paired.values()), next, added)
    from = i + 1
    youngFrom = partner + 1
  }
  return { next, added }
}

interface Gap {
  readonly from: number
  readonly to: number
  readonly youngFrom: number
  readonly youngTo: number
}

function canonicalOf({ canonical }: BodyBlock): string {
  return canonical
}

/** Pair blocks of a gap, in order, so that they are as alike as possible together. */
function pairChanged(
  old: readonly BodyBlock[],
  young: readonly BodyBlock[],
  { from, to, youngFrom, youngTo }: Gap,
): Map<number, number> {
  const row = youngTo - youngFrom + 1
  const best = new Float64Array((to - from + 1) * row)
  const own = new Float64Array(best.length)
  const at = (i: number, j: number): number => (i - from) * row + (j - youngFrom)
  for (let i = to - 1; i >= from; i -= 1) {
    for (let j = youngTo - 1; j >= youngFrom; j -= 1) {
      const alike = likeness((old[i] as BodyBlock).text, (young[j] as BodyBlock).text)
      own[at(i, j)] = alike < minLikeness ? -1 : alike + (best[at(i + 1, j + 1)] as number)
      best[at(i, j)] = Math.max(
        best[at(i + 1, j)] as number,
        best[at(i, j + 1)] as number,
        own[at(i, j)] as number,
      )
    }
  }
  const pairs = new Map<number, number>()
  let i = from
  let j = youngFrom
  while (i < to && j < youngTo) {
    const most = best[at(i, j)] as number
    if (own[at(i, j)] === most) pairs.set(i++, j++)
    else if (best[at(i + 1, j)] === most) i += 1
    else j += 1
  }
  return pairs
}

function collectAdded(
  { from, youngFrom, youngTo, to }: Gap,
  paired: ReadonlySet<number>,
  next: Int32Array,
  added: Map<number, number[]>,
): void {
  let behind = from - 1
  for (let j = youngFrom; j < youngTo; j += 1) {
    if (paired.has(j)) {
      behind = next.indexOf(j, from)
      continue
    }
    // What stands behind all that was removed stands behind the last of it.
    const place = paired.size === 0 ? to - 1 : behind
    const own = added.get(place)
    if (own === undefined) added.set(place, [j])
    else own.push(j)
  }
}
