/** Prints figures of imports as rows of a table in Markdown. @module */
import type { Candidate } from './candidates.ts'
import type { ImportFigures } from './import-bursts.ts'
import { totalUsed, usedParts } from './used-time.ts'

export function printHeader(base = 'floor'): void {
  print('', 'processor µs', `× ${base}`, 'where', 'imports/s', `of ${base}`, 'p50, p99 ms')
  print(...Array.from({ length: 7 }, () => '---'))
}

export function printFigures(
  name: string,
  candidates: readonly Candidate[],
  figures: readonly ImportFigures[],
): void {
  const [base] = figures
  if (base === undefined) return
  for (const [index, { used, perSecond, p50Ms, p99Ms }] of figures.entries()) {
    print(
      `${name}, ${candidates[index]?.name}`,
      whole(totalUsed(used)),
      (totalUsed(used) / totalUsed(base.used)).toFixed(1),
      usedParts
        .flatMap((part) => (used[part] > 0 ? [`${part} ${whole(used[part])}`] : []))
        .join(', '),
      whole(perSecond),
      `${Math.round((100 * perSecond) / base.perSecond)} %`,
      `${p50Ms.toFixed(1)}, ${p99Ms.toFixed(1)}`,
    )
  }
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}

function print(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
