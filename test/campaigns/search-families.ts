/**
 * Search for documents that cost more than their size: `npm run search-families -- [MINUTES] [SEED]`.
 * Prints a line of JSON for each family found, and a table at the end.
 * @module
 */
import { familyMeter } from '../support/family-search/measure-in-process.ts'
import { type FoundFamily, searchFamilies } from '../support/family-search/search-families.ts'

const [minutes = 5, seed = 1] = process.argv.slice(2).map(Number)
const endsAt = Date.now() + minutes * 60_000
const meter = familyMeter()
const all: FoundFamily[] = []
let candidates = 0
const isOver = (count: number): boolean => {
  candidates = count
  return Date.now() > endsAt
}
for await (const { found, candidates: after } of searchFamilies({ meter, seed, isOver })) {
  all.push(found)
  process.stdout.write(`${JSON.stringify({ seed, after, ...found })}\n`)
}
meter.close()

process.stdout.write(`\n${candidates} candidates, ${all.length} families, seed ${seed}\n`)
for (const found of all.sort((one, other) => other.slope - one.slope)) {
  const { order, prefix, units, suffix, stage, measure, slope, points, killedFor } = found
  const last = points.at(-1)
  const cost = `${last?.kib} KiB: ${Math.round(last?.ms ?? 0)} ms, ${Math.round(last?.mib ?? 0)} MiB`
  const text = [prefix, units.map((unit) => `(${JSON.stringify(unit)})`).join(''), suffix]
  const end = killedFor === undefined ? '' : `, then killed for ${killedFor}`
  process.stdout.write(
    `${stage.padEnd(8)} ${measure.padEnd(3)} ${slope.toFixed(2)}  ${cost.padEnd(34)} ${text.join(' ').trim()} ${order}${end}\n`,
  )
}
