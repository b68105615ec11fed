/**
 * Looks for families of documents that cost more than their size: makes them at random, changes the
 * worst so far, and reduces what it finds to what matters.
 * @module
 */
import {
  changeFamily,
  contains,
  crossFamilies,
  type Random,
  type RepeatedFamily,
  randomFamily,
  seededRandom,
} from './families.ts'
import { type Cost, type Growth, type Point, slopeOf, superlinear } from './growth.ts'
import type { FamilyMeter, Killed } from './measure-in-process.ts'
import { reduceFamily } from './reduce-family.ts'

export interface FoundFamily extends RepeatedFamily {
  readonly stage: string
  readonly measure: keyof Cost
  readonly slope: number
  /** The process was killed at the size after the last one. */
  readonly killedFor?: Killed['killedFor']
  readonly points: readonly Point[]
}

export interface SearchOptions {
  readonly meter: FamilyMeter
  readonly seed: number
  /** Asked before each candidate. */
  isOver(candidates: number): boolean
}

export interface SearchEvent {
  readonly candidates: number
  readonly found: FoundFamily
}

const populationSize = 40
const screenKib = [2, 16] as const
const confirmKib = [8, 64] as const
const growingKib = [1, 2, 4, 8, 16, 32, 64, 128, 256]
/** Enough to see whether a smaller family still does it. */
const reducingKib = [1, 2, 4, 8, 16, 32, 64, 128]
const harmlessMs = 10
/** Half the candidates do not depend on what was measured before, so that a seed repeats them. */
const freshShare = 0.5
/** A candidate whose large document costs this much more than its size is measured further. */
const suspicious = 1.6
const suspiciousCost: Cost = { ms: 6, mib: 48 }
/** Sizes beyond one that took so long would only be waited for. */
const enoughMs = 1_200

interface Ranked {
  readonly family: RepeatedFamily
  readonly rank: number
}

/**
 * Search until it is over.
 * @param options The meter, the seed, and when to end.
 * @returns Each family that was found, reduced, none of them within another.
 */
export async function* searchFamilies(options: SearchOptions): AsyncGenerator<SearchEvent> {
  const { meter, seed, isOver } = options
  const known: FoundFamily[] = []
  let population: Ranked[] = []
  for (let candidates = 0; !isOver(candidates); candidates += 1) {
    const random = seededRandom(seed * 1_000_003 + candidates)
    const family = nextCandidate(population, random)
    if (known.some((one) => contains(family, one))) continue
    const { rank, isSuspicious } = await compareSizes(meter, family, screenKib)
    // Once more at larger sizes: a collection of garbage falls into any measurement, and a stage
    // with a bound of its own reaches it.
    if (isSuspicious && (await compareSizes(meter, family, confirmKib)).isSuspicious) {
      const found = await growthOf(meter, family)
      if (found !== undefined) {
        const reduced = await reduce(meter, found)
        const isNew = !known.some((one) => contains(reduced, one))
        known.push(reduced, found)
        population = population.filter((one) => !contains(one.family, reduced))
        if (isNew) yield { candidates, found: reduced }
        continue
      }
    }
    population.push({ family, rank })
    population.sort((one, other) => other.rank - one.rank)
    population.length = Math.min(population.length, populationSize)
  }
}

function nextCandidate(population: readonly Ranked[], random: Random): RepeatedFamily {
  if (population.length < populationSize || random() < freshShare) return randomFamily(random)
  // The worst are drawn more often.
  const draw = (): RepeatedFamily =>
    (population[Math.floor(random() ** 2 * population.length)] as Ranked).family
  return random() < 0.25 ? crossFamilies(draw(), draw(), random) : changeFamily(draw(), random)
}

/** Compare two sizes: enough to rank a family, and to tell whether to look closer. */
async function compareSizes(
  meter: FamilyMeter,
  family: RepeatedFamily,
  [smallKib, largeKib]: readonly [small: number, large: number],
): Promise<{ rank: number; isSuspicious: boolean }> {
  const small = await meter.measure(family, smallKib)
  const large = await meter.measure(family, largeKib)
  if ('killedFor' in small || 'killedFor' in large) return { rank: 0, isSuspicious: true }
  const growth = largeKib / smallKib
  const excesses = Object.entries(large).flatMap(([stage, cost]) =>
    (['ms', 'mib'] as const).map((measure) => {
      const before = Math.max(small[stage]?.[measure] ?? 0, suspiciousCost[measure] / growth)
      const weight = Math.min(1, cost[measure] / suspiciousCost[measure])
      return { excess: cost[measure] / before / growth, weight }
    }),
  )
  return {
    rank: Math.max(0, ...excesses.map(({ excess, weight }) => excess * weight)),
    isSuspicious: excesses.some(({ excess, weight }) => weight === 1 && excess > suspicious),
  }
}

/** Reduce by quick measurements, then measure what is left as thoroughly as before. */
async function reduce(meter: FamilyMeter, found: FoundFamily): Promise<FoundFamily> {
  const quickly = { sizes: reducingKib, until: found.measure }
  const smaller = await reduceFamily(found, (family) => growthOf(meter, family, quickly))
  return (await growthOf(meter, smaller)) ?? smaller
}

/** Measure growing sizes, and tell the stage that grows worst, if any grows faster than the size. */
async function growthOf(
  meter: FamilyMeter,
  family: RepeatedFamily,
  { sizes, until }: { sizes: readonly number[]; until?: keyof Cost } = { sizes: growingKib },
): Promise<FoundFamily | undefined> {
  const points = new Map<string, Point[]>()
  let killedFor: Killed['killedFor'] | undefined
  for (const kib of sizes) {
    const costs = await meter.measure(family, kib)
    if ('killedFor' in costs) {
      killedFor = costs.killedFor as Killed['killedFor']
      break
    }
    for (const [stage, cost] of Object.entries(costs)) {
      // A limit that refuses the larger document at once is no part of the curve.
      if (isCutShort(cost, points.get(stage)?.at(-1))) continue
      points.set(stage, [...(points.get(stage) ?? []), { kib, ...cost }])
    }
    const isClear = [...points.values()].flatMap(superlinear).some((one) => one.measure === until)
    if (isClear || Object.values(costs).some(({ ms }) => ms > enoughMs)) break
  }
  const all = [...points].flatMap(([stage, ofStage]) => {
    const fitted = superlinear(ofStage)
    const isUnfitted = fitted.length === 0
    const growths = isUnfitted && killedFor ? overrun(ofStage, killedFor) : fitted
    return growths.map((growth) => ({
      stage,
      points: ofStage,
      ...growth,
    }))
  })
  const worst = all.sort((one, other) => costAtEnd(other) - costAtEnd(one))[0]
  if (worst === undefined) return undefined
  return { ...family, ...worst, ...(killedFor === undefined ? {} : { killedFor }) }
}

function isCutShort(cost: Cost, before: Cost | undefined): boolean {
  return before !== undefined && cost.ms < before.ms && before.ms > harmlessMs
}

/** What ends in a kill grows too fast, however few sizes came before. */
function overrun(points: readonly Point[], killedFor: Killed['killedFor']): Growth[] {
  const measure = killedFor === 'time' ? 'ms' : 'mib'
  return [{ measure, slope: slopeOf(points.map((point) => [point.kib, point[measure] + 1])) }]
}

/** Time counts before memory. */
function costAtEnd({ measure, points }: Growth & { points: readonly Point[] }): number {
  const cost = points.at(-1)?.[measure] ?? 0
  return measure === 'ms' ? cost : cost / 1000
}
