/** JSON that is none says where, and nothing of itself. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from './parse-json.ts'

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
