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

test('what is indented below a blank line is code, unless something may hold it', () => {
  assert.equal(kinds('a\n\n    {{< b >}}\n\n    c\nd'), 'ttctct')
  assert.equal(kinds('    a\n\tb'), 'cc')
  assert.equal(kinds('a\n    b'), 'tt')
  for (const held of ['- a', '1. a', '!!! note', '=== "a"', '> a', '<Tab>', '[^1]: a', ': a']) {
    assert.equal(kinds(`${held}\n\n    b\n\n    c`), 'ttttt', held)
    assert.equal(kinds(`${held}\n\nb\n\n    c`), 'ttttc', held)
  }
})
