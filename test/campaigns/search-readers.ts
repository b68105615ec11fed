/**
 * Search for texts that cost a reader more than their length, reader by reader: `npm run
 * search-readers -- [SECONDS] [SEED] [READER…]`, seconds of each: each token alone, over and over, then
 * families at random. Prints a line of JSON for each family found, and exits with 1 when there is one.
 * @module
 */
import { seededRandom } from '../support/base/seeded-random.ts'
import { startBrowserReaders } from '../support/browser-readers.ts'
import { type RepeatedFamily, randomFamily, repeated } from '../support/family-search/families.ts'
import type { FamilyReader } from '../support/family-search/family-reader.ts'
import {
  costlyKib,
  type ReaderGrowth,
  readerGrowth,
} from '../support/family-search/reader-growth.ts'
import { readers } from '../support/family-search/readers.ts'

const [seconds = '20', seed = '1', ...names] = process.argv.slice(2)
/** Linear work looks a little steeper, as caches overflow. */
const steepest = 1.2
const inBrowser = await startBrowserReaders()
let found = 0
for (const [name, reader] of Object.entries({ ...readers, ...inBrowser.readers })) {
  if (names.length > 0 && !names.includes(name)) continue
  const random = seededRandom(Number(seed))
  const alone = [...new Set(reader.tokens)]
  const endsAt = performance.now() + Number(seconds) * 1000
  let candidates = 0
  for (; performance.now() < endsAt; candidates += 1) {
    const token = alone[candidates]
    const family = token === undefined ? randomFamily(random, reader.tokens) : repeated(token)
    const growth = await steepGrowth(reader, family)
    if (growth === undefined) continue
    found += 1
    process.stdout.write(`${JSON.stringify({ reader: name, seed, ...growth, ...family })}\n`)
  }
  process.stdout.write(`${name}: ${candidates} candidates\n`)
}
await inBrowser.close()
process.exitCode = found === 0 ? 0 : 1

/** Judged up to the first size that is felt, and beyond: what a bound ends grows no further there. */
async function steepGrowth(
  reader: FamilyReader,
  family: RepeatedFamily,
): Promise<ReaderGrowth | undefined> {
  const felt = await costlyKib(reader, family)
  if (felt === undefined) return undefined
  const near = await readerGrowth(reader, family, { kib: felt / 16, steepest })
  if (near.slope <= steepest) return undefined
  const beyond = await readerGrowth(reader, family, { kib: felt / 4, steepest })
  return beyond.slope <= steepest ? undefined : beyond
}
