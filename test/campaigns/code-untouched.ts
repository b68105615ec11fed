/** `npm run code-untouched -- COUNT SEED`: code in generated documents of each dialect is shown as it is written. @module */
import { dialectNames } from '../../src/folder/dialects/dialects.ts'
import { touchedCode } from '../support/conversion/documents-of-code.ts'

const [count = 1_000, seed = 0] = process.argv.slice(2).map(Number)
let failed = 0
for (const dialect of dialectNames) {
  const seeds: number[] = []
  for (let one = seed; one < seed + count; one += 1) {
    if (touchedCode(dialect, one) !== undefined) seeds.push(one)
  }
  failed += seeds.length
  const named = seeds.length === 0 ? '' : `: seeds ${seeds.slice(0, 20).join(', ')}`
  process.stdout.write(`${dialect}: code is touched in ${seeds.length} of ${count}${named}\n`)
}
if (failed > 0) process.exitCode = 1
