/** Tabs in HTML: groups of those that stand side by side, and no others. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdfDoc } from '../adf/types.ts'
import { adfToHtml } from './adf-to-html.ts'
import { adfToMarkdown } from './adf-to-markdown.ts'

const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'x' }] }
const fold = (title: string, localId?: string) => ({
  type: 'expand',
  attrs: { title, ...(localId && { localId }) },
  content: [paragraph],
})
const page = (...content: object[]): AdfDoc =>
  ({ type: 'doc', version: 1, content }) as unknown as AdfDoc
const html = (...content: object[]): string => adfToHtml(page(...content))
const [a, b] = [fold('A', 'tabs-1'), fold('B', 'tabs-2')]

test('tabs side by side are a group, of which the first is open', () => {
  assert.equal(
    html(a, b, paragraph, a, b),
    '<div class="tabs"><details name="tabs-1" open><summary>A</summary><p>x</p></details><details name="tabs-1"><summary>B</summary><p>x</p></details></div><p>x</p><div class="tabs"><details name="tabs-2" open><summary>A</summary><p>x</p></details><details name="tabs-2"><summary>B</summary><p>x</p></details></div>',
  )
})

test('a tab alone, and folds side by side, are folds', () => {
  const folded = (title: string) => `<details><summary>${title}</summary><p>x</p></details>`
  assert.equal(html(a), folded('A'))
  assert.equal(html(fold('A'), fold('B', 'other')), folded('A') + folded('B'))
  assert.equal(html(a, fold('C')), folded('A') + folded('C'))
})

test('tabs stay tabs in Markdown', () => {
  assert.match(adfToMarkdown(page(a)), /^<details name="tabs">/)
  assert.match(adfToMarkdown(page(fold('A'))), /^<details>/)
})
