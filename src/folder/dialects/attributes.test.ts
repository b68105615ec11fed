/** Lists of attributes in each notation. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readAttributes } from './attributes.ts'

describe('attributes', () => {
  for (const [fact, text, named, words] of [
    [
      'are read with each kind of quotes',
      `a="1 2" b='3' c=\`4"\``,
      { a: '1 2', b: '3', c: '4"' },
      [],
    ],
    ['are read without quotes', 'width=300 a:b-c=x', { width: '300', 'a:b-c': 'x' }, []],
    ['may have spaces around their sign', 'a = "1"', { a: '1' }, []],
    ['may be empty', 'a=""', { a: '' }, []],
    ['keep escaped quotes', String.raw`a="1 \"2\" \n"`, { a: String.raw`1 "2" \n` }, []],
    ['keep words and values without a key', `"a b" open .c #d`, {}, ['a b', 'open', '.c', '#d']],
    ['keep the words of a quote without its end', `a="1 2`, { a: '"1' }, ['2']],
    ['are none of nothing', ' ', {}, []],
  ] as const) {
    test(fact, () => {
      const attributes = readAttributes(text)
      assert.deepEqual(Object.fromEntries(attributes.pairs), named)
      assert.deepEqual(attributes.words, words)
    })
  }
})
