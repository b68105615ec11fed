/** Frames and films, at their edges. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readerOf } from '../../test/support/conversion/read-as.ts'

const read = readerOf(['vitepress'])

const cases: readonly [fact: string, document: string, expected: string][] = [
  [
    'a film by its source',
    '<video controls>\n  <source src="a.mp4" />\n</video>',
    '[a.mp4](a.mp4)',
  ],
  ['an address with spaces', '<video src="a b.mp4" title="A [b]" />', '[A \\[b\\]](<a b.mp4>)'],
  [
    'a frame in a sentence',
    'A <iframe src="https://x.org"></iframe> b',
    'A [https://x.org](https://x.org) b',
  ],
]
for (const [fact, document, expected] of cases) {
  test(`links ${fact}`, () => assert.equal(read(document), expected))
}

test('knows alerts of any kind, with titles of their own', () => {
  const document = '> [!NB] Take *it*\n> a\n\n> [!NB]-\n> b\n\n> [!TIP] c'
  const expected = '> [!NOTE] Take *it*\n> a\n\n> [!NOTE] Nb\n> b\n\n> [!TIP] c'
  assert.equal(readerOf(['hugo'])(document), expected)
})

test('leaves what names no address, and code', () => {
  for (const document of ['<video></video>', '`<iframe src="a"></iframe>`']) {
    assert.equal(read(document), document)
  }
})
