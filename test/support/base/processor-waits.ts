/** How long threads were runnable without a processor: https://docs.kernel.org/scheduler/sched-stats.html @module */
import { processTree, readOfSystem, threadsOf } from './process-tree.ts'

export function waitOfMainThread(pid: number): number {
  return waitIn(`/proc/${pid}`)
}

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
