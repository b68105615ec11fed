/** What a process uses, as the system counts it; only Linux tells without asking the process. @module */
import { readFileSync } from 'node:fs'

const pageBytes = 4096

/** Clock ticks of /proc are hundredths of a second on every Linux: proc_pid_stat(5), sysconf(3). */
const tickMs = 10

/**
 * Tell how much memory a process holds, without what it shares with others through files.
 * @returns Bytes; `undefined` where nobody tells, or when it has ended.
 */
export function memoryBytesOf(pid: number): number | undefined {
  const fields = readProc(`/proc/${pid}/statm`)?.split(' ')
  return fields && (Number(fields[1]) - Number(fields[2])) * pageBytes
}

/**
 * Tell how much memory this process holds, with what it shares with its workers through files.
 * @returns Bytes.
 */
export function residentBytes(): number {
  const pages = readProc('/proc/self/statm')?.split(' ')[1]
  return pages === undefined ? process.memoryUsage.rss() : Number(pages) * pageBytes
}

/**
 * Tell how much processor time a process has used.
 * @returns Milliseconds; `undefined` where nobody tells, or when it has ended.
 */
export function processorMsOf(pid: number): number | undefined {
  const text = readProc(`/proc/${pid}/stat`)
  // The name comes second and may hold anything, spaces and brackets included.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * tickMs
}

function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}
