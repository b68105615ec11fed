/** How many requests a second a closed network of queues answers: exact mean value analysis. @module */

export interface Station {
  readonly demand: number
  readonly servers: number
}

/** Approximate mean value analysis (Reiser and Lavenberg, https://doi.org/10.1145/322186.322195): delay in seconds, result in requests a second. */
export function throughputOf(
  stations: readonly Station[],
  delay: number,
  customers: number,
): number {
  const waits = stations.map(({ demand, servers }) => demand * (1 - 1 / servers))
  const alone = waits.reduce((sum, one) => sum + Math.max(0, one), delay)
  let queues = stations.map(() => 0)
  let throughput = 0
  for (let count = 1; count <= customers; count += 1) {
    const times = stations.map(
      ({ demand, servers }, index) => (demand / servers) * (1 + (queues[index] ?? 0)),
    )
    throughput = count / times.reduce((sum, one) => sum + one, alone)
    queues = times.map((one) => one * throughput)
  }
  return throughput
}
