/** Tells whether a reader of text costs more than the length of what it reads. @module */
import { documentOf, type RepeatedFamily } from './families.ts'
import type { FamilyReader } from './family-reader.ts'

/** How the cost of a reader grows with the length. */
export interface ReaderGrowth {
  /** 1 is linear, 2 quadratic; of the two largest sizes. */
  readonly slope: number
  /** Processor time at each size; what did not matter at one size was not measured further. */
  readonly ms: readonly number[]
}

/** What costs less than this at the largest size harms nobody, and is mostly collected garbage. */
const harmlessMs = 40
/** A collection of garbage falls into any measurement: the least of several counts. */
const runs = 3
const steps = 4

/**
 * Measure a family at three sizes, each four times the one before.
 * @param reader What reads it.
 * @param family The family.
 * @param kib The smallest size.
 */
export async function readerGrowth(
  reader: FamilyReader,
  family: RepeatedFamily,
  kib: number,
): Promise<ReaderGrowth> {
  const ms: number[] = []
  for (const size of [kib, kib * steps, kib * steps ** 2]) {
    ms.push(await leastMs(reader, documentOf(family, size * 1024)))
  }
  const [, before = 0, last = 0] = ms
  const slope = Math.log(last / Math.max(before, harmlessMs / steps ** 2)) / Math.log(steps)
  return { slope: last < harmlessMs ? 0 : slope, ms }
}

async function leastMs(reader: FamilyReader, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) {
    const before = process.threadCpuUsage()
    await reader.read(text)
    const { user } = process.threadCpuUsage(before)
    least = Math.min(least, user / 1000)
  }
  return least
}
