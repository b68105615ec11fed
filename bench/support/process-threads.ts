/** What processes of this machine have used of its processors and hold of its memory, as Linux counts it. @module */
import { readdirSync, readFileSync } from 'node:fs'

export interface Thread {
  readonly id: number
  readonly name: string
  /** Processor time, in microseconds. */
  readonly us: number
}

/** List a process's threads with what they have used, as the scheduler counts it. */
export function threadsOf(pid: number): Thread[] {
  return tasksOf(pid).flatMap((thread) => {
    const folder = `/proc/${pid}/task/${thread}`
    try {
      const us = Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1_000
      return [{ id: Number(thread), name: readFileSync(`${folder}/comm`, 'utf8').trim(), us }]
    } catch {
      return []
    }
  })
}

/** List the children of a process. */
export function childrenOf(pid: number): number[] {
  const lists = tasksOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`))
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

/** Tell what a process and all below it have used, in microseconds, those that ended included. */
export function treeMicroseconds(pid: number): number {
  // The name comes second and may hold anything; what ended children used is counted in hundredths.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  const ended = (Number(fields[13]) + Number(fields[14])) * 10_000
  const own = threadsOf(pid).reduce((sum, { us }) => sum + us, 0)
  return childrenOf(pid).reduce((sum, child) => sum + treeMicroseconds(child), own + ended)
}

export interface TreeMemory {
  /** What each process holds, with what it shares counted for each. */
  readonly rssMb: number
  /** The same, with what is shared parted among those who share it. */
  readonly pssMb: number
}

/** Tell what a process and all below it hold. */
export function treeMemory(pid: number): TreeMemory {
  const own = read(`/proc/${pid}/smaps_rollup`)
  const mbOf = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(own)?.[1] ?? 0) / 1024
  return childrenOf(pid)
    .map(treeMemory)
    .reduce((all, one) => ({ rssMb: all.rssMb + one.rssMb, pssMb: all.pssMb + one.pssMb }), {
      rssMb: mbOf('Rss'),
      pssMb: mbOf('Pss'),
    })
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** A process may end while it is looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
