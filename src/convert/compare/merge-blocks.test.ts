import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { mergeBlocks } from './diff-blocks.ts'

const blocks = (...texts: string[]) => texts.map((text) => ({ canonical: text, text }))

function merged(base: string[], theirs: string[], ours: string[]): string[] {
  const [their, our] = [blocks(...theirs), blocks(...ours)]
  return mergeBlocks(blocks(...base), their, our).map(
    ({ from, index }) => (from === 'ours' ? our : their)[index]?.text as string,
  )
}

const a = 'the first block of it'
const b = 'the second block of it'
const c = 'and the last one'
const changed = (text: string, word = 'changed') =>
  text.replace('block', word).replace('last', word)

describe('of a page that both sides changed', () => {
  const cases: readonly [string, string[], string[], string[]][] = [
    ['a block that only they changed is theirs', [a, changed(b), c], [a, b, c], [a, changed(b), c]],
    ['a block that only we changed is ours', [a, b, c], [a, changed(b), c], [a, changed(b), c]],
    [
      'a block that both changed is ours',
      [a, changed(b), c],
      [a, changed(b, 'new'), c],
      [a, changed(b, 'new'), c],
    ],
    [
      'neighbours are told apart',
      [changed(a), b, c],
      [a, changed(b), c],
      [changed(a), changed(b), c],
    ],
    ['what they added stays at its place', [a, 'more', b, c], [a, b, c], [a, 'more', b, c]],
    ['even at the start', ['more', a, b, c], [a, b, c], ['more', a, b, c]],
    [
      'also beside what we added',
      [a, b, c, 'their end'],
      [a, b, c, 'our end'],
      [a, b, c, 'their end', 'our end'],
    ],
    ['what both added stands there once', [a, 'more', b, c], [a, 'more', b, c], [a, 'more', b, c]],
    ['what they removed stays away', [a, c], [a, b, c], [a, c]],
    ['unless we changed it', [a, c], [a, changed(b), c], [a, changed(b), c]],
    ['what we removed is gone', [a, b, c], [a, c], [a, c]],
    ['even if they changed it', [a, changed(b), c], [a, c], [a, c]],
    [
      'what they added to a block that we changed stays',
      [a, b, 'more', c],
      [a, changed(b), c],
      [a, changed(b), 'more', c],
    ],
  ]
  for (const [name, theirs, ours, expected] of cases) {
    test(name, () => assert.deepEqual(merged([a, b, c], theirs, ours), expected))
  }
})

test('a side that changed nothing leaves the page to the other', () => {
  const texts = fc.array(fc.constantFrom('a b', 'a c', 'd', 'e f g', 'e f h', ''), { maxLength: 9 })
  fc.assert(
    fc.property(texts, texts, (base, other) => {
      assert.deepEqual(merged(base, base, other), other)
      assert.deepEqual(merged(base, other, base), other)
      assert.deepEqual(merged(base, other, other), other)
    }),
  )
})
