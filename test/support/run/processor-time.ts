/** Notes what each test file costs, where `node test/run.ts --times` asks for it. @module */
import { appendFileSync, readFileSync } from 'node:fs'

export const timesVariable = 'MARKPORT_TEST_TIMES'

/** Seconds of this process and its ended children, on Linux only. Chromium's renderers are not counted. */
export function processorSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100
}

export function startTime(name: string): () => void {
  const place = process.env[timesVariable]
  if (place === undefined) return () => {}
  const before = processorSeconds()
  return () => appendFileSync(place, `${(processorSeconds() - before).toFixed(1)} ${name}\n`)
}

export function timesTable(place: string): string {
  const lines = readFileSync(place, 'utf8').trim().split('\n')
  const sorted = lines.sort((one, other) => Number.parseFloat(other) - Number.parseFloat(one))
  return [...sorted, `${processorSeconds().toFixed(1)} in all`, ''].join('\n')
}
