/** Memory and processor time of processes, from Linux's /proc. @module */
import { readFileSync } from 'node:fs'

const pageBytes = 4096

/** Hundredths of a second on every Linux: proc_pid_stat(5), sysconf(3). */
const tickMs = 10

/** Bytes; undefined on other systems, or when the process has ended. */
export function memoryBytesOf(pid: number): number | undefined {
  const fields = readProc(`/proc/${pid}/statm`)?.split(' ')
  return fields && (Number(fields[1]) - Number(fields[2])) * pageBytes
}

/** Bytes, including memory shared with workers. */
export function residentBytes(): number {
  const pages = readProc('/proc/self/statm')?.split(' ')[1]
  return pages === undefined ? process.memoryUsage.rss() : Number(pages) * pageBytes
}

/** Milliseconds; undefined on other systems, or when the process has ended. */
export function processorMsOf(pid: number): number | undefined {
  const text = readProc(`/proc/${pid}/stat`)
  // The second field, the name, may contain spaces and brackets.
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
