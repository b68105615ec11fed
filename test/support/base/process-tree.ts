/** A process and all that it started, as the system tells of them; of one that ended it tells nothing. @module */
import { readdirSync, readFileSync } from 'node:fs'

/** List the process and what came of it. */
export function processTree(pid: number): number[] {
  // A process's threads each have children of their own.
  const children = threadsOf(pid).flatMap((thread) =>
    readOfSystem(`${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(processTree)]
}

/**
 * List the threads of a process.
 * @returns Their folders.
 */
export function threadsOf(pid: number): string[] {
  const folder = `/proc/${pid}/task`
  try {
    return readdirSync(folder).map((thread) => `${folder}/${thread}`)
  } catch {
    return []
  }
}

/** Read what the system says of something that may have ended. */
export function readOfSystem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
