/** JSON that is none says where, and nothing of itself. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { memberNames, parseJson } from './parse-json.ts'

test('tells where JSON is wrong, and nothing of what stands there', () => {
  assert.deepEqual(parseJson('{"a":[1]}'), { a: [1] })
  for (const [text, place] of [
    ['SECRET=abc', 'line 1, column 1'],
    ['', 'line 1, column 1'],
    ['{"a":\r\n  "SECRET" "c"}', 'line 2, column 12'],
    ['[1,2\n,,SECRET]', 'line 2, column 2'],
    ['{"a":"SEC\nRET"}', 'line 1, column 10'],
    ['{"a":tru}', 'line 1, column 9'],
    ['{"SECRET":1,}', 'line 1, column 13'],
    ['{"SECRET":[1,2}', 'line 1, column 15'],
  ] as const) {
    assert.throws(() => parseJson(text), { message: `${place}: this is no JSON` })
  }
})

test('the names of an object are listed, those of objects in it are not', () => {
  assert.deepEqual(memberNames('{"a" :1,"b":{"a":[{"c":2}]},"a":"d\\":\\\\","\\u0061":[]}'), [
    'a',
    'b',
    'a',
    'a',
  ])
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
      const parsed = JSON.parse(JSON.stringify(value)) as object
      assert.deepEqual(
        new Set(memberNames(JSON.stringify(value, null, 1))),
        new Set(Object.keys(parsed)),
      )
    }),
  )
})
