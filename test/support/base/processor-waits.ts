/**
 * How long threads were ready to run and got no processor: what a busy machine takes from a service,
 * and a service that is at work does not. See schedstat in
 * https://docs.kernel.org/scheduler/sched-stats.html
 * @module
 */
import { processTree, readOfSystem, threadsOf } from './process-tree.ts'

/**
 * Read how long the thread that answers has waited so far.
 * @returns Milliseconds.
 */
export function waitOfMainThread(pid: number): number {
  return waitIn(`/proc/${pid}`)
}

/**
 * Start to count for how long some thread of the tree waited.
 * @returns Gives the milliseconds since it was last asked, of the thread that waited for the longest.
 */
export function treeWaits(pid: number): () => number {
  const look = (): Map<string, number> =>
    new Map(
      processTree(pid)
        .flatMap(threadsOf)
        .map((thread) => [thread, waitIn(thread)]),
    )
  let before = look()
  return () => {
    const now = look()
    const waits = Array.from(now, ([thread, ms]) => ms - (before.get(thread) ?? 0))
    before = now
    return Math.max(0, ...waits)
  }
}

function waitIn(folder: string): number {
  const [, nanoseconds = 0] = readOfSystem(`${folder}/schedstat`).split(' ').map(Number)
  return nanoseconds / 1e6
}
