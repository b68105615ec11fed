/** Tells whether a reader of text costs more than the length of what it reads. @module */
import { documentOf, type RepeatedFamily } from './families.ts'
import type { FamilyReader } from './family-reader.ts'

export interface ReaderGrowth {
  /** 1 is linear, 2 quadratic: the smaller of the slopes of the two largest sizes and of all. */
  readonly slope: number
  readonly ms: readonly number[]
}

export interface GrowthJudge {
  readonly kib: number
  readonly steepest: number
}

/** Less than this harms nobody, and is mostly garbage collection. */
const harmlessMs = 40
const steps = 4
/** Garbage collection and a busy machine only add to a measurement, so the least of many rounds counts. */
const rounds = { least: 3, most: 20 }

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
    // The first round runs code that is not compiled yet.
    if (round >= rounds.least && slope <= steepest) break
  }
  return { slope, ms }
}

const tellingMs = 60
const [leastKib, mostKib] = [1, 64]

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
  // One step may look steep on a busy machine, and both where the reader takes another path, but not at once.
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

/** The kernel updates a thread's time at each tick; for short work the wall clock is more exact. */
const tickMs = 10

/** Excludes the threads of the garbage collector. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
