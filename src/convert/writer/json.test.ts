import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonInside } from './json.ts'

test('is what JSON writes, lone surrogates and control characters included', () => {
  const assertSame = (text: string): void => {
    assert.equal(`"${jsonInside(text)}"`, JSON.stringify(text))
  }
  for (let code = 0; code <= 0xff; code += 1) assertSame(`a${String.fromCharCode(code)}`)
  for (const text of ['\ud800', '\udfff', '\ud83d\ude00', '\u2028', '']) assertSame(text)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), assertSame))
})
