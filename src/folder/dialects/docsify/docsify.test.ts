/** Docsify, at its edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf, readWith } from '../../../../test/support/conversion/dialect-context.ts'
import { docsifyConstructs } from './docsify.ts'

const files = { 'a.js': 'one\n/// [part]\ntwo\n/// [part]\n', 'b.md': 'b\n', 'c.c++': 'c\n' }

function read(document: string, noticed: string[] = []): string {
  const context = contextOf(files, noticed)
  return docsifyConstructs.reduce((text, construct) => readWith(construct, text, context), document)
}

const cases: readonly [fact: string, written: string, becomes: string][] = [
  ['a note in an item', '- a\n\n  ?> b\n\nc', '- a\n\n  > [!TIP]\n  > b\n\nc'],
  ['notes below one another', '!> a\n?> b', '> [!IMPORTANT]\n> a\n\n> [!TIP]\n> b'],
  [
    'a file as code',
    "[x](a.js ':include :type=code')",
    '```js\none\n/// [part]\ntwo\n/// [part]\n```',
  ],
  ['a part of a file', "- [x](a.js ':include :fragment=part')", '- [x](a.js)'],
  ['a part of a file that has its line', "[x](a.js ':include :fragment=part')", '```js\ntwo\n```'],
  ['a file of C++ as code', "[x](c.c++ ':include')", '```c++\nc\n```'],
  ['Markdown as code', "[x](b.md ':include :type=code')", '```md\nb\n```'],
  ['a page that is included', "[x](https://a.b ':include :type=iframe')", '[x](https://a.b)'],
  ['a heading that the sidebar leaves out', '# A <!-- {docsify-ignore} -->', '# A'],
  ['a name of a heading with code', '# `A` b :id=c {docsify-ignore}', '# `A` b {#c}'],
  ['a note with code and what is written below it', '?> `a`\nb\n\nc', '> [!TIP]\n> `a`\n> b\n\nc'],
  [
    'a note with code of several lines',
    '!> a `b\n    c\nd` e',
    '> [!IMPORTANT]\n> a `b\n> c\n> d` e',
  ],
  ['a note and no line of a code span', '`a\n!> b\nc`', '`a\n!> b\nc`'],
  ['links within the page', '[a](?id=b) [c](#/d?id=e)', '[a](#b) [c](/d#e)'],
  ['titles', "[a](b 'c \"d') [e](f ':target=_blank g')", '[a](b "c \\"d") [e](f "g")'],
  ['a size in percent', "![a](b ':size=10%')", '![a](b){width=10%}'],
]

const untouched = ['[a](b "c") [d](e?f=g) ![h](i)', 'a ?> b :id=c']

describe('Docsify', () => {
  for (const [fact, written, becomes] of cases) {
    test(`reads ${fact}`, () => assert.equal(read(written), becomes))
  }

  for (const written of untouched) {
    test(`leaves ${written.replaceAll('\n', ' ')}`, () => assert.equal(read(written), written))
  }

  test('notices a part that is not there', () => {
    const noticed: string[] = []
    assert.equal(read("[x](a.js ':include :fragment=no')", noticed), '[x](a.js)')
    assert.deepEqual(noticed, ['include-missing a.js:1'])
  })
})
