/** What the lines of a document are. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeRulesOf } from './code-rules.ts'
import type { DialectName } from './dialects.ts'
import { kindsOf } from './line.ts'
import { sealedLines } from './lines-of.ts'

function kinds(markdown: string, ...dialects: readonly DialectName[]): string {
  return kindsOf(sealedLines(markdown, codeRulesOf(dialects, 'a.md')))
    .map((kind) => (kind === 'front-matter' ? 'm' : kind[0]))
    .join('')
}

test('lines between dashes at the start are front matter where the conversion takes them for it', () => {
  assert.equal(kinds('---\na: 1\n---\nb'), 'mmmt')
  assert.equal(kinds('---\nFoo\n---\nb'), 'tttt')
  assert.equal(kinds('---\na: 1\nb'), 'ttt')
  assert.equal(kinds('+++\na = 1\n+++\nb'), 'mmmt')
})

test('what is indented below a blank line is code, unless something holds it', () => {
  assert.equal(kinds('a\n\n    {{< b >}}\n\n    c\nd'), 'ttccct')
  assert.equal(kinds('    a\n\tb'), 'cc')
  assert.equal(kinds('a\n    b'), 'tt')
  for (const held of ['- a', '1. a', '!!! note', '[^1]: a']) {
    assert.equal(kinds(`${held}\n\n    b\n\n    c`), 'ttttt', held)
    assert.equal(kinds(`${held}\n\nb\n\n    c`), 'ttttc', held)
  }
  assert.equal(kinds('> a\n\n    b'), 'ttc')
})

test('a dialect has blocks and tags of its own, whose content may be indented', () => {
  assert.equal(kinds('=== "a"\n\n    b\n\n        c', 'mkdocs'), 'ttttc')
  assert.equal(kinds('=== "a"\n\n    b', 'vitepress'), 'ttc')
  assert.equal(kinds('{{< a >}}\n\n    b\n\n{{< /a >}}\n\n    c', 'hugo'), 'ttttttc')
  assert.equal(kinds('<A>\n\n    b', 'mdx'), 'ttt')
})
