/** What processes of this machine have used of its processors and hold of its memory, as Linux counts it. @module */
import { readdirSync, readFileSync } from 'node:fs'

export interface Thread {
  readonly id: number
  readonly name: string
  readonly us: number
}

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

export function childrenOf(pid: number): number[] {
  const lists = tasksOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`))
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

export function treeMicroseconds(pid: number): number {
  // The name may contain any character; ended children are counted in hundredths of a second.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  const ended = (Number(fields[13]) + Number(fields[14])) * 10_000
  const own = threadsOf(pid).reduce((sum, { us }) => sum + us, 0)
  return childrenOf(pid).reduce((sum, child) => sum + treeMicroseconds(child), own + ended)
}

export interface TreeMemory {
  readonly rssMb: number
  readonly pssMb: number
}

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

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
