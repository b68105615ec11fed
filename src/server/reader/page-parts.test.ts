/** First sentences: of prose, not of headings; cut where they are long. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSentence } from './page-parts.ts'

for (const [text, sentence] of [
  ['Into Kubernetes or onto machines. With certificates.', 'Into Kubernetes or onto machines.'],
  ['Overview\nWhat runs where, and why.', 'What runs where, and why.'],
  ['Version 1.2 of it runs on v20.1 machines. More.', 'Version 1.2 of it runs on v20.1 machines.'],
  ['名前はこれで十分に長い文になります。次', '名前はこれで十分に長い文になります。'],
  ['Keeps pages, e.g. for docs, in a wiki. More.', 'Keeps pages, e.g. for docs, in a wiki.'],
  ['No end', ''],
  ['', ''],
] as const) {
  test(`of ${JSON.stringify(text)}`, () => {
    assert.equal(firstSentence(text), sentence)
  })
}

test('a long one is cut between words', () => {
  const found = firstSentence(`${'word '.repeat(100)}.`)
  assert.match(found, /^word(?: word){10,} …$/)
  assert.ok(found.length <= 165)
})
