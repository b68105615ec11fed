/** Links from other documents lead to the ids that a page's headings have. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MarkdownLimitError } from '../src/convert/markdown-limit-error.ts'
import { documentHeadings, markdownToAdf } from '../src/convert/markdown-to-page.ts'
import { adfToHtml } from '../src/convert/render/adf-to-html.ts'
import { generatedMarkdown } from './support/samples/generated-markdown.ts'

function foretoldIds(markdown: string): string[] {
  return documentHeadings(markdown).inOrder.map(({ id }) => id)
}

function shownIds(markdown: string): string[] {
  const html = adfToHtml(markdownToAdf(markdown).adf)
  return Array.from(html.matchAll(/ id="((?:h-|a-heading-)[^"]*)"/g), ([, id = '']) => id)
}

const cases: readonly [name: string, markdown: string, ids: readonly string[]][] = [
  ['repeated words', '# A\n\n## A\n\n## A-1', ['h-a', 'h-a-1', 'h-a-1-1']],
  ['formatting, code and links', '# *A* `b()` [c](d)', ['h-a-b-c']],
  ['HTML that is known', '# A<sup>b</sup> <em>c</em>', ['h-ab-c']],
  ['HTML that is shown', '# `a` <Badge text="b" />', ['h-a-badge-textb-']],
  ['line breaks', '# A<br>B', ['h-ab']],
  ['images', '# ![a](b.png) c', ['h-a-c']],
  ['emoji', '# :smile: A', ['h--a']],
  ['formulas', '# The $x$', ['h-the-x']],
  ['quotes and lists', '> # A\n\n- # A\n\n# A', ['a-heading-a', 'a-heading-a-1', 'h-a']],
  ['quotes in admonitions', '!!! note\n    > # A\n\n# A', ['h-a', 'h-a-1']],
  ['very long words', `- # ${'a'.repeat(200)}`, [`a-heading-${'a'.repeat(100)}`]],
  ['admonitions', '!!! note\n    # A\n\n# B', ['h-a', 'h-b']],
  ['HTML headings', '<h2>A</h2>\n\n# B', ['h-a', 'h-b']],
]
for (const [name, markdown, ids] of cases) {
  test(`names headings as the page does: ${name}`, () => {
    assert.deepEqual(shownIds(markdown), ids)
    assert.deepEqual(foretoldIds(markdown), ids)
  })
}

test('names the headings of any document as the page does', () => {
  fc.assert(
    fc.property(generatedMarkdown, (markdown) => {
      try {
        assert.deepEqual(foretoldIds(markdown), shownIds(markdown))
      } catch (error) {
        if (!(error instanceof MarkdownLimitError)) throw error
      }
    }),
    { seed: 11, numRuns: 2_000 },
  )
})

test('finds headings by the names that writers gave to places', () => {
  const { find } = documentHeadings('# A {#one}\n\n<a id="two"></a>\n\n# B\n\n<a id="three"></a>')
  assert.deepEqual(
    ['one', 'two', 'three', 'B', 'c'].map((name) => find(name)?.id),
    ['h-a', 'h-b', 'h-b', 'h-b', undefined],
  )
})

test('leads what names the heading that is the title to the top of the page', () => {
  const markdown = '# A {#one}\n\n## A\n\ntext'
  const { find } = documentHeadings(markdown, { title: 'A' })
  assert.deepEqual(
    ['one', 'a', 'a-1'].map((name) => find(name)?.id),
    ['', '', 'h-a'],
  )
})
