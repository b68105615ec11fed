/** Tells whether a reader of text costs more than the length of what it reads. @module */
import { documentOf, type RepeatedFamily } from './families.ts'
import type { FamilyReader } from './family-reader.ts'

/** How the cost of a reader grows with the length. */
export interface ReaderGrowth {
  /** 1 is linear, 2 quadratic; of the two largest sizes, or of all, whichever is less. */
  readonly slope: number
  /** Processor time at each size, the least of all rounds. */
  readonly ms: readonly number[]
}

export interface GrowthJudge {
  /** The smallest of three sizes, each four times the one before. */
  readonly kib: number
  /** A slope that is allowed. */
  readonly steepest: number
}

/** What costs less than this at the largest size harms nobody, and is mostly collected garbage. */
const harmlessMs = 40
const steps = 4
/**
 * A collection of garbage, or a busy machine, adds to any measurement and takes nothing away: the least of
 * many is right at each size, and only what is steep by those is steep.
 */
const rounds = { least: 3, most: 20 }

/**
 * Measure a family at three sizes, again and again while it looks too steep.
 * @param judge At which sizes, and what is too steep.
 */
export async function readerGrowth(
  reader: FamilyReader,
  family: RepeatedFamily,
  { kib, steepest }: GrowthJudge,
): Promise<ReaderGrowth> {
  const texts = [kib, kib * steps, kib * steps ** 2].map((size) => textOf(reader, family, size))
  const ms = texts.map(() => Number.POSITIVE_INFINITY)
  let slope = 0
  for (let round = 0; round < rounds.most; round += 1) {
    for (const [index, text] of texts.entries()) {
      ms[index] = Math.min(ms[index] as number, await costOf(reader, text))
    }
    slope = slopeOf(ms)
    // The first runs code that is not compiled yet.
    if (round >= rounds.least && slope <= steepest) break
  }
  return { slope, ms }
}

/** From this cost on, a size tells how it grows. */
const tellingMs = 60
const [leastKib, mostKib] = [1, 64]

/**
 * Find the first size whose cost is felt.
 * @returns KiB; undefined where 64 cost less than that.
 */
export async function costlyKib(
  reader: FamilyReader,
  family: RepeatedFamily,
): Promise<number | undefined> {
  for (let kib = leastKib; kib <= mostKib; kib *= steps) {
    if ((await costOf(reader, textOf(reader, family, kib))) >= tellingMs) return kib
  }
  return undefined
}

function slopeOf(ms: readonly number[]): number {
  const [first = 0, before = 0, last = 0] = ms
  if (last < harmlessMs) return 0
  // Work that a busy machine makes some times as long looks steep in one step, and a reader that goes another way
  // from some length on in both, but not at once.
  const slopeFrom = (cost: number, times: number): number =>
    Math.log(last / Math.max(cost, harmlessMs / times ** 2)) / Math.log(times)
  return Math.min(slopeFrom(before, steps), slopeFrom(first, steps ** 2))
}

function textOf(reader: FamilyReader, family: RepeatedFamily, kib: number): string {
  const text = documentOf(family, kib * 1024)
  return reader.prepare?.(text) ?? text
}

async function costOf({ read, others, now }: FamilyReader, text: string): Promise<number> {
  const clock = now ?? ownTime
  const timeOf = async (work: (text: string) => unknown): Promise<number> => {
    const [before, startedAt] = [await clock(), performance.now()]
    await work(text)
    const used = (await clock()) - before
    return now === undefined ? Math.min(used + tickMs, performance.now() - startedAt) : used
  }
  return (await timeOf(read)) - (others === undefined ? 0 : await timeOf(others))
}

/**
 * The kernel tells what a thread had used at its last tick: with one more it is never too little, and for short
 * work the clock on the wall is nearer.
 */
const tickMs = 10

/** This thread's alone: collecting garbage has threads of its own. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
