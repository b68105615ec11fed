/** The library's surface. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as library from './library.ts'

test('offers exactly the documented names', () => {
  assert.deepEqual(Object.keys(library).sort(), [
    'MarkdownLimitError',
    'adfToHtml',
    'adfToStorage',
    'adfToText',
    'markdownToAdf',
    'problems',
  ])
})

test('does what its examples say', () => {
  const { adf, warnings } = library.markdownToAdf('# Title\n\n- # a')
  assert.deepEqual(adf.content[0], {
    type: 'heading',
    attrs: { level: 1 },
    content: [{ type: 'text', text: 'Title' }],
  } satisfies library.AdfNode<'heading'>)
  assert.equal(warnings[0]?.code, 'heading-flattened')
  assert.throws(() => library.markdownToAdf('> '.repeat(500)), library.MarkdownLimitError)
  const install = library.markdownToAdf('## Install').adf
  assert.equal(library.adfToHtml(install), '<h2 id="h-install">Install</h2>')
  assert.equal(library.adfToStorage(install), '<h2>Install</h2>')
  const list = library.markdownToAdf('# Title\n\n- one\n- *two*').adf
  assert.equal(library.adfToText(list), 'Title\none\ntwo')
  const doc = (content: unknown): unknown => ({ type: 'doc', version: 1, content: [content] })
  assert.deepEqual(library.problems(doc({ type: 'rule' })), [])
  assert.deepEqual(library.problems(doc({ type: 'text', text: 'a' })), [
    'doc.content[0]: text cannot stand inside doc',
  ])
})

test('tells nodes apart by their types', () => {
  const words = (node: library.AdfNode): string => {
    if (node.type === 'text') return node.text
    if (node.type === 'mention') return node.attrs.text ?? node.attrs.id
    return 'content' in node ? (node.content ?? []).map(words).join('') : ''
  }
  const { adf } = library.markdownToAdf('> a **b**\n>\n> - c')
  assert.equal(adf.content.map(words).join(''), 'a bc')
  // @ts-expect-error A list holds items only.
  const wrong: library.AdfNode<'bulletList'> = { type: 'bulletList', content: adf.content }
  assert.notDeepEqual(library.problems({ type: 'doc', version: 1, content: [wrong] }), [])
})
