/** Names of members are told as often as they are written. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { memberNames } from './member-names.ts'

test('the names of an object are listed, those of objects in it are not', () => {
  assert.deepEqual(memberNames('{"a" :1,"b":{"a":[{"c":2}]},"a":"d\\":\\\\","\\u0061":[]}'), [
    ...['a', 'b', 'a', 'a'],
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
