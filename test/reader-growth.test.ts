/** No reader costs more than the length of what it reads, as far as families were found. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from './support/base/seeded-random.ts'
import { type RepeatedFamily, repeated } from './support/family-search/families.ts'
import { type FamilyReader, tokensOf } from './support/family-search/family-reader.ts'
import { foundReaderFamilies } from './support/family-search/found-reader-families.ts'
import { readerGrowth } from './support/family-search/reader-growth.ts'
import { readers } from './support/family-search/readers.ts'

/** Quadratic is 2; a busy machine makes linear work look steeper than 1. */
const steepest = 1.5
const smallestKib = 8

async function growsTooFast(
  reader: FamilyReader,
  family: RepeatedFamily,
  kib = smallestKib,
): Promise<boolean> {
  return (await readerGrowth(reader, family, { kib, steepest })).slope > steepest
}

for (const [name, family, kib] of foundReaderFamilies) {
  const unit = `${family.prefix}${family.units.join('')}`.slice(0, 60)
  test(`${name} reads ${JSON.stringify(unit)} in the time of its length`, async () => {
    assert.equal(await growsTooFast(readers[name] as FamilyReader, family, kib), false)
  })
}

test('a reader that goes over all for each part is seen (control)', async () => {
  let ms = 0
  const again: FamilyReader = {
    tokens: [],
    read: (text) => {
      for (const _ of text.matchAll(/a/g)) ms += text.length / 100_000
    },
    now: async () => ms,
  }
  const family: RepeatedFamily = {
    ...{ order: 'in turn', prefix: '', suffix: '' },
    units: [`a${'-'.repeat(63)}`],
  }
  assert.equal(await growsTooFast(again, family), true)
})

test('a busy machine does not make a reader look steep', async () => {
  const random = seededRandom(54)
  let ms = 0
  const interrupted: FamilyReader = {
    tokens: [],
    read: (text) => {
      ms += (text.length / 500) * (random() < 0.8 ? 1 + 40 * random() : 1)
    },
    now: async () => ms,
  }
  assert.equal(await growsTooFast(interrupted, repeated('a')), false)
})

test('examples are taken apart into lines, words, spaces and signs', () => {
  assert.deepEqual(tokensOf(['a b\n{c']), [
    ...['a b\n{c', 'a b\n{c\n', 'a b', 'a b\n', '{c', '{c\n', 'a', ' ', 'b', '\n', '{', 'c'],
  ])
})
