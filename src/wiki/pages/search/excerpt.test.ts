/** Excerpts: what was asked for is in them and marked, and nothing is that the text does not say. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placedWords, type SearchWord } from '../../../store/search/search-words.ts'
import { parseSearch } from './asked-words.ts'
import { excerpt, markHits } from './excerpt.ts'

const wordsOf = (asked: string): SearchWord[] =>
  parseSearch(asked).flatMap(({ readings }) => readings.flat())

const show = (text: string, asked: string): string =>
  excerpt(text, wordsOf(asked))
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('')

test('an excerpt is cut around the first hit, at spaces', () => {
  const text = `${'before '.repeat(50)}the Needle ${'after '.repeat(100)}`
  const shown = show(text, 'needle')
  assert.match(shown, /^… before .* the \[Needle\] after .* after …$/)
  assert.ok(shown.length < 300)
})

test('a text that is short is shown whole, one without a hit from its start', () => {
  assert.equal(show('A short text.', 'short'), 'A [short] text.')
  assert.match(show('word '.repeat(100), 'none'), /^word word .* …$/)
  assert.equal(show('', 'none'), '')
})

test('inflected forms, accents and parts of runs are marked', () => {
  assert.equal(show('Importing cafés', 'import cafe'), '[Importing] [cafés]')
  assert.equal(show('全文検索です', '検索'), '全文[検索]です')
})

test('marking leaves the text as it is', () => {
  const any = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(any, any, (text, asked) => {
      const parts = markHits(text, wordsOf(asked))
      assert.equal(parts.map((part) => part.text).join(''), text)
      excerpt(text, wordsOf(asked))
    }),
    { numRuns: 200 },
  )
})

test('words are found where a look at each word finds them', () => {
  const unit = fc.constantFrom(
    ...'aAbBéÉüßİΣσςﬁ½²™ -.\n１Ａжй',
    'e\u0301',
    '𝐀',
    '\u1112\u1161',
    'import',
    'Cafe',
    'of',
  )
  const texts = fc.string({ unit, maxLength: 40 })
  fc.assert(
    fc.property(texts, texts, (text, asked) => {
      const words = wordsOf(asked)
      const expected = [...placedWords(text)].flatMap((placed) => {
        const isFound = words.some(({ text: word }) =>
          word.length < 3 ? placed.text === word : placed.text.startsWith(word),
        )
        return isFound ? [text.slice(placed.start, placed.end)] : []
      })
      const marked = markHits(text, words).filter(({ isHit }) => isHit)
      assert.deepEqual(
        marked.map((part) => part.text),
        expected,
      )
    }),
    { numRuns: 2_000 },
  )
})
