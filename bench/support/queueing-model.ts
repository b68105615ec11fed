/** How many requests a second a closed network of queues answers: exact mean value analysis. @module */

export interface Station {
  /** Seconds of work that a request brings here. */
  readonly demand: number
  /** How many work at once; 2.5 is two and one that others have half the time. */
  readonly servers: number
}

/**
 * Predict a throughput (Reiser and Lavenberg, https://doi.org/10.1145/322186.322195). A station of
 * several servers is taken as one that is as much quicker, and a delay for the rest: an approximation.
 * @param delay Seconds that each request waits for without a queue, such as a commit's.
 * @param customers How many requests are under way; whoever is answered asks again at once.
 * @returns Requests a second.
 */
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
