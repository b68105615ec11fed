import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { li, node, p, same, t, ul, warned } from '../../test/support/conversion/conversion-cases.ts'
import { listed } from '../../test/support/samples/listed.ts'
import { markdownToAdf } from './markdown-to-page.ts'

const heading = (text: string, level = 2) => node('heading', { level })(t(text))
const rule = node('rule')()

describe('what stands between two lines of --- at the start', () => {
  for (const yaml of listed(
    'a: 1¦# a comment\na: 1¦\n"quoted: key": 1¦a:\n  - b¦{ a: 1 }¦https://x/y : 1',
    'a:\r\n  b\r¦¦\n\n',
  )) {
    test(`is front matter: ${JSON.stringify(yaml)}`, () => {
      const markdown = `---\n${yaml}\n---\n\ntext`
      same(markdown, p('text'))
      warned(markdown, 'front-matter:1')
    })
  }

  for (const [markdown, ...blocks] of [
    ['---\nFoo\n---', rule, heading('Foo')],
    ['---\n# Foo\n---', rule, heading('Foo', 1), rule],
    ['---\n- a: b\n\n---', rule, ul(li(p('a: b'))), rule],
    ['---\n\nAs seen at https://x.y/ there\n\n---', rule],
  ] as const) {
    test(`is text: ${JSON.stringify(markdown)}`, () => {
      if (blocks.length > 1) same(markdown, ...blocks)
      warned(markdown)
      assert.equal(markdownToAdf(markdown).frontMatter, undefined)
    })
  }
})
