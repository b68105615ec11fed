/** Words for search: whatever a text says can be asked for, in any script. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexText, indexWords } from './search-words.ts'

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
