/** The search for documents that cost more than their size finds what does, and nothing else. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  contains,
  documentOf,
  type RepeatedFamily,
  randomFamily,
  seededRandom,
} from './support/family-search/families.ts'
import { superlinear } from './support/family-search/growth.ts'
import { type FamilyMeter, familyMeter } from './support/family-search/measure-in-process.ts'
import { type FoundFamily, searchFamilies } from './support/family-search/search-families.ts'

/** Counts steps instead of time, so that every run finds the same. */
function countingMeter(steps: (document: string) => number): FamilyMeter {
  return {
    measure: async (family, kib) => ({
      work: { ms: steps(documentOf(family, kib * 1024)) / 10_000, mib: 0 },
    }),
    close: () => {},
  }
}

async function search(
  steps: (document: string) => number,
  candidates: number,
): Promise<FoundFamily[]> {
  const found: FoundFamily[] = []
  const options = {
    meter: countingMeter(steps),
    seed: 1,
    isOver: (count: number) => count >= candidates,
  }
  for await (const event of searchFamilies(options)) found.push(event.found)
  return found
}

const family = (unit: string, prefix = ''): RepeatedFamily => ({
  order: 'in turn',
  prefix,
  units: [unit],
  suffix: '',
})

test('finds what is quadratic, and reduces it to that', async () => {
  const pairs = (document: string): number => document.split('](').length ** 2
  const found = await search(pairs, 300)
  assert.deepEqual(
    found.map(({ units, measure }) => [units.join(''), measure]),
    [['](', 'ms']],
  )
  const slope = found[0]?.slope as number
  assert.ok(slope > 1.9 && slope < 2.1, String(slope))
})

test('finds nothing where all is linear, however slow', async () => {
  const words = (document: string): number => document.split('](').length * 90 + document.length
  assert.deepEqual(await search(words, 300), [])
})

test('takes no bound that is reached for growth', () => {
  const points = [1, 2, 4, 8, 16].map((kib) => ({ kib, ms: Math.min(kib ** 2 * 10, 100), mib: 0 }))
  assert.equal(superlinear(points.slice(0, 3)).length, 1)
  assert.deepEqual(superlinear(points), [])
})

test('makes the same families of the same seed', () => {
  const families = (seed: number): RepeatedFamily[] => {
    const random = seededRandom(seed)
    return Array.from({ length: 20 }, () => randomFamily(random))
  }
  assert.deepEqual(families(7), families(7))
  assert.notDeepEqual(families(7), families(8))
})

test('knows a family by what it repeats', () => {
  assert.ok(contains(family('b></www.<'), family('x></www.<')))
  assert.ok(contains(family('](a'), family('z](')))
  assert.ok(!contains(family('](a'), family('](')))
})

test('measures every stage of a document', async (t) => {
  const meter = familyMeter()
  t.after(() => meter.close())
  const costs = await meter.measure(family('Some *words*.\n\n'), 4)
  assert.deepEqual(Object.keys(costs), ['convert', 'html', 'storage', 'text', 'compare'])
})

for (const bound of ['time', 'memory'] as const) {
  test(`ends what goes beyond its ${bound}, and measures on`, async () => {
    const program = new URL('support/family-search/runaway-process.ts', import.meta.url)
    const runaway = familyMeter({ program, maxMs: bound === 'time' ? 200 : 60_000, maxMib: 400 })
    after(() => runaway.close())
    for (const _ of [1, 2]) {
      assert.deepEqual(await runaway.measure(family('x', bound), 1), { killedFor: bound })
    }
  })
}
