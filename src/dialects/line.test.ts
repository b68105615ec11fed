/** What the lines of a document are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsOf } from './line.ts'

function kinds(markdown: string): string {
  const lines = markdown.split('\n').map((text, index) => ({ text, line: index + 1 }))
  return kindsOf(lines)
    .map((kind) => kind[0])
    .join('')
}

test('lines between dashes at the start are front matter where the conversion takes them for it', () => {
  assert.equal(kinds('---\na: 1\n---\nb'), 'ffft')
  assert.equal(kinds('---\nFoo\n---\nb'), 'tttt')
  assert.equal(kinds('---\na: 1\nb'), 'ttt')
  assert.equal(kinds('+++\na = 1\n+++\nb'), 'ffft')
})
