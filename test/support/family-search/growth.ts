/** How a cost grows with the size: the slope of its logarithm over that of the size. @module */

/** What one stage costs at one size. */
export interface Cost {
  /** Processor time of the whole process, which a busy machine does not change. */
  readonly ms: number
  /** By how much the process grew at most while it worked. */
  readonly mib: number
}

export interface Point extends Cost {
  readonly kib: number
}

/** A cost that grows faster than the size. */
export interface Growth {
  readonly measure: keyof Cost
  /** 1 is linear, 2 quadratic. */
  readonly slope: number
}

/** Below this, the collection of garbage and the clock say more than the size. */
const noise: Cost = { ms: 8, mib: 48 }
/** Less at the largest size harms nobody. */
const harmful: Cost = { ms: 100, mib: 160 }
/** Memory that comes in blocks, and caches that overflow, make linear work look steeper than 1. */
const steepest = 1.5
const minPoints = 3

/**
 * Tell which costs grow faster than the size.
 * @param points The costs, by growing size.
 */
export function superlinear(points: readonly Point[]): Growth[] {
  return (['ms', 'mib'] as const).flatMap((measure) => {
    const above = points.filter((point) => point[measure] > noise[measure])
    const last = above.at(-1)
    if (above.length < minPoints || last === undefined || last[measure] < harmful[measure])
      return []
    const slope = slopeOf(above.map((point) => [point.kib, point[measure]]))
    return slope > steepest ? [{ measure, slope }] : []
  })
}

/** Fit a line to the logarithms. */
export function slopeOf(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const)
  const mean = (index: 0 | 1): number =>
    logs.reduce((sum, log) => sum + log[index], 0) / logs.length
  const [meanSize, meanCost] = [mean(0), mean(1)]
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanSize) * (y - meanCost), 0)
  const variance = logs.reduce((sum, [x]) => sum + (x - meanSize) ** 2, 0)
  return variance === 0 ? 0 : covariance / variance
}
