/** Words for search: whatever a text says can be asked for, in any script. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseSearch } from '../../wiki/pages/search/asked-words.ts'
import { askedWords, indexText, indexWords, placedWords } from './search-words.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'Straße',
        'İ',
        'e\u0301',
        '語',
        '検索',
        'ﾊﾞ',
        'ไทย',
        'कि',
        '½',
        '-',
        '_',
        ' ',
        'x'.repeat(70),
      ),
    )
    .map((parts) => parts.join('')),
)

test('words a run of any length', () => {
  assert.equal(indexWords('漢'.repeat(300_000)).length, 300_000)
})

function isFound(indexed: readonly string[], asked: string): boolean {
  return parseSearch(asked)
    .flatMap(({ readings: [typed = []] }) => typed)
    .flatMap(askedWords)
    .every(({ text: word, isPrefix }) =>
      indexed.some((one) => (isPrefix ? one.startsWith(word) : one === word)),
    )
}

test('a text is found by each of its words', () => {
  fc.assert(
    fc.property(text, (written) => {
      const indexed = indexWords(written)
      for (const { start, end } of placedWords(written)) {
        assert.ok(isFound(indexed, written.slice(start, end)))
      }
    }),
    { numRuns: 200 },
  )
})

test('words are letters, digits and marks, so that no engine takes them for anything else', () => {
  fc.assert(
    fc.property(text, (written) => {
      for (const word of indexWords(written)) {
        assert.match(word, /^[\p{L}\p{N}\p{M}]+$/u)
        assert.equal(word, word.toWellFormed())
      }
    }),
    { numRuns: 200 },
  )
})

test('an engine that cuts at ASCII only finds the same words', () => {
  fc.assert(
    fc.property(text, (written) => {
      const cut =
        indexText(written)
          .toLowerCase()
          .match(/[a-z0-9\u0080-\u{10ffff}]+/gu) ?? []
      assert.deepEqual(
        cut.map((word) => [...word].slice(0, 64).join('')),
        indexWords(written),
      )
    }),
    { numRuns: 200 },
  )
})

test('case, width and accents on Latin letters do not count, other marks do', () => {
  assert.deepEqual(indexWords('Café ＦＵＬＬ Ελλάδα й'), ['cafe', 'full', 'ελλάδα', 'й'])
})

test('runs without spaces are pairs of characters and the last one', () => {
  assert.deepEqual(indexWords('全文検索 x'), ['全文', '文検', '検索', '索', 'x'])
  assert.deepEqual(askedWords({ text: '文検', isRun: true }), [{ text: '文検', isPrefix: false }])
  assert.deepEqual(askedWords({ text: '検', isRun: true }), [{ text: '検', isPrefix: true }])
})

test('eight different words are asked for at most', () => {
  assert.equal(parseSearch('a b c a d e f g h i j').length, 8)
})
