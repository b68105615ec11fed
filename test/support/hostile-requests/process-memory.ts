/**
 * The memory of a process and all that it started, as the sum of their proportional set sizes (PSS).
 * Processes share pages: the program's text, and what a fork has not written to. The sum of RSS
 * counts those once for each process, PSS counts each process's share of them; only the sum of PSS
 * is what the machine, or a cgroup around them, really gives.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Measure it; a process that ended counts nothing.
 * @param pid The first process.
 * @returns Bytes.
 */
export function treeMemory(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + pssOf(one), 0)
}

function pssOf(pid: number): number {
  const kib = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]
  return Number(kib ?? 0) * 1024
}

function descendantsOf(pid: number): number[] {
  // A process's threads each have children of their own.
  const threads = list(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
