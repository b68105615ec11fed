/** Spellings: every word from which one slip leads to what was typed, and few others. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { spellings } from './spellings.ts'

const word = fc
  .constantFrom('abcdefghijklmnopqrstuvwxyz', 'абвгдежзиклмн', 'αβγδεζηθ')
  .chain((letters) => fc.array(fc.constantFrom(...letters), { minLength: 4, maxLength: 12 }))

test('whatever one slip makes of a word, the word is among its spellings', () => {
  fc.assert(
    fc.property(word, fc.nat(), fc.nat(), (letters, place, other) => {
      const at = place % letters.length
      const [own = '', letter = ''] = [letters[at], letters[other % letters.length]]
      const next = letters[at + 1] ?? ''
      const slips = [
        letters.toSpliced(at, 1),
        letters.toSpliced(at, 0, letter),
        letters.toSpliced(at, 1, letter),
        letters.toSpliced(at, 2, next, own),
      ]
      const meant = letters.join('')
      for (const slip of slips.map((one) => one.join(''))) {
        assert.ok(slip === meant || spellings(slip).includes(meant), `${slip} for ${meant}`)
      }
    }),
    { numRuns: 300 },
  )
})

test('a word has some hundred spellings, and none where that would be no help', () => {
  assert.ok(spellings('certifcate').length < 700)
  assert.equal(spellings('certifcate').includes('certifcate'), false)
  assert.deepEqual(spellings('ab'), [])
  assert.deepEqual(spellings('x'.repeat(40)), [])
})
