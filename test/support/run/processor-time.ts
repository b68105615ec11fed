/** Notes what each test file costs, where `node test/run.ts --times` asks for it. @module */
import { appendFileSync, readFileSync } from 'node:fs'

/** Tells the processes of a run where to note it. */
export const timesVariable = 'MARKPORT_TEST_TIMES'

/**
 * Tell the processor time of this process and of those that it started and that have ended, in seconds.
 * The system counts it in hundredths, and only Linux says it.
 * Of a browser it is the little of its first process: Chromium leaves those that draw pages to the system.
 */
export function processorSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100
}

/**
 * Begin to measure a file.
 * @returns Call it at the end of the file.
 */
export function startTime(name: string): () => void {
  const place = process.env[timesVariable]
  if (place === undefined) return () => {}
  const before = processorSeconds()
  return () => appendFileSync(place, `${(processorSeconds() - before).toFixed(1)} ${name}\n`)
}

/**
 * Write the table of a run.
 * @returns Lines, the costliest file first, and below them the sum of all that this process started.
 */
export function timesTable(place: string): string {
  const lines = readFileSync(place, 'utf8').trim().split('\n')
  const sorted = lines.sort((one, other) => Number.parseFloat(other) - Number.parseFloat(one))
  return [...sorted, `${processorSeconds().toFixed(1)} in all`, ''].join('\n')
}
