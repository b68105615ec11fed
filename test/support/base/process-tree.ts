/** A process and all that it started, as the system tells of them; of one that ended it tells nothing. @module */
import { readdirSync, readFileSync } from 'node:fs'

export function processTree(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    readOfSystem(`${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(processTree)]
}

export function threadsOf(pid: number): string[] {
  const folder = `/proc/${pid}/task`
  try {
    return readdirSync(folder).map((thread) => `${folder}/${thread}`)
  } catch {
    return []
  }
}

export function readOfSystem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
