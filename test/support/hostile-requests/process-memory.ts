/**
 * The memory of a process and all that it started. Processes share pages, such as the program's
 * text: those are counted once, as the most that any of them shares. The exact measure, the sum of
 * proportional set sizes, keeps a process waiting while it is taken, and probes with it.
 * @module
 */
import { processTree, readOfSystem } from '../base/process-tree.ts'

const pageBytes = 4096

/**
 * Measure it; a process that ended counts nothing.
 * @returns Bytes.
 */
export function treeMemory(pid: number): number {
  const all = processTree(pid).map(usageOf)
  const owned = all.reduce((sum, { ownBytes }) => sum + ownBytes, 0)
  return owned + Math.max(...all.map(({ sharedBytes }) => sharedBytes))
}

/** See statm in https://docs.kernel.org/filesystems/proc.html */
function usageOf(pid: number): { ownBytes: number; sharedBytes: number } {
  const [, resident = 0, shared = 0] = readOfSystem(`/proc/${pid}/statm`).split(' ').map(Number)
  return { ownBytes: (resident - shared) * pageBytes, sharedBytes: shared * pageBytes }
}
