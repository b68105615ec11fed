/**
 * Search for texts that cost a reader more than their length, reader by reader: `npm run
 * search-readers -- [SECONDS] [SEED] [READER…]`, seconds of each. Prints a line of JSON for each
 * family found, and exits with 1 when there is one.
 * @module
 */
import { randomFamily, seededRandom } from '../support/family-search/families.ts'
import { readerGrowth } from '../support/family-search/reader-growth.ts'
import { readers } from '../support/family-search/readers.ts'

const [seconds = '20', seed = '1', ...names] = process.argv.slice(2)
const screenKib = 0.5
const confirmKib = 4
/** Linear work looks a little steeper, as caches overflow. */
const steepest = 1.2
let found = 0
for (const [name, reader] of Object.entries(readers)) {
  if (names.length > 0 && !names.includes(name)) continue
  const random = seededRandom(Number(seed))
  const endsAt = performance.now() + Number(seconds) * 1000
  let candidates = 0
  for (; performance.now() < endsAt; candidates += 1) {
    const family = randomFamily(random, reader.tokens)
    const screened = await readerGrowth(reader, family, screenKib)
    if (screened.slope <= steepest) continue
    const { slope, ms } = await readerGrowth(reader, family, confirmKib)
    if (slope <= steepest) continue
    found += 1
    process.stdout.write(`${JSON.stringify({ reader: name, seed, slope, ms, ...family })}\n`)
  }
  process.stdout.write(`${name}: ${candidates} candidates\n`)
}
process.exitCode = found === 0 ? 0 : 1
