/** No reader costs more than the length of what it reads, as far as families were found. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderReaders } from './support/family-search/folder-readers.ts'
import { type FamilyReader, family, slopeFor } from './support/family-search/growth.ts'
import { pageReaders } from './support/family-search/page-readers.ts'
import { wikiReaders } from './support/family-search/wiki-readers.ts'

/** Quadratic is 2; a busy machine makes linear work look steeper than 1. */
const steepest = 1.5
const smallestKib = 8
const readers = { ...pageReaders, ...folderReaders, ...wikiReaders }

type Found = readonly [
  reader: string,
  unit: string,
  around?: { readonly prefix?: string; readonly suffix?: string },
  kib?: number,
]

/** Stands before the path of a file. */
const file = '\u241c'
const page = { prefix: '---\na: b\n---\n' }

/** Texts that once cost a reader more than their length: found by `npm run search-readers`, users or review. */
const found: readonly Found[] = [
  ['dialect hugo', '{{< param a >}}\n', page],
  ['dialect jekyll', '{{ page.a }}\n', page],
  ['dialect mdx', '<CodeBlock>{a}</CodeBlock>\n\n'],
  ['dialect mdx', 'export const a = {\n\n'],
  ['dialect mkdocs', 'x="2"', { prefix: '## T {' }],
  ['dialect hugo', ' ', { prefix: '{{<', suffix: '!' }],
  ['dialect docusaurus', ' ', { prefix: '<CodeGroup>\n\n```js', suffix: '!\n```\n</CodeGroup>' }],
  ['dialect mdx', '\\"', { prefix: 'export const a = "' }],
  ['program values', '\\"', { prefix: '"' }],
  ['program values', '\\`', { prefix: '`' }],
  ['program values', '/*'],
  ['program values', 'b,'],
  ['dialect mdx', '\n'],
  ['dialect myst', ':'],
  ['dialect quarto', '`'],
  ['dialect mkdocs', 'a', { prefix: '[a][' }],
  ['dialect gitbook', 'a=a', { prefix: '{% ' }],
  ['dialect mdc', '{', { prefix: '::a' }],
  ['dialect gollum', '[['],
  ['edits', '\n'],
  ['book', '[book]'],
  ['files of hugo', '{{< readfile file="guide/setup.md" >}}\n'],
  ['dialect mdc', '::a{b="c"}\n'],
  ['dialect mdc', ':a['],
  ['dialect mdc', '::a\n---\n'],
  ['dialect myst', 'x\n', { prefix: '{#a}\nx\n\n' }],
  ['dialect myst', ' ', { prefix: '```{csv-table}\na', suffix: 'b,c\n```\n' }],
  ['mkdocs nav', '  - S:\n    - a.md\n', { prefix: 'nav:\n' }, 2],
  // Only a vault finds a file by its name alone.
  ['plan', `${file}№/a.md\n[[a]] [[a]] `, { prefix: `${file}.obsidian/app.json\n{}\n` }, 0.25],
  ['plan', `${file}№.md\n---\ntitle: ${'A'.repeat(300)}\n---\n`, {}, 2],
  ['plan', `${file}№.md\n---\nslug: /\n---\n`, {}, 0.5],
  ['plan', `${file}№.md\n---\ntitle: A\nparent: A\n---\n`, {}, 0.5],
  ['plan', `${file}№/a.md\nA\n${file}№/_category_.json\n{"label":"L"}\n`, {}, 0.5],
]

for (const [name, unit, around = {}, kib = smallestKib] of found) {
  const text = `${around.prefix ?? ''}${unit}`.slice(0, 60)
  test(`${name} reads ${JSON.stringify(text)} in the time of its length`, async () => {
    const reader = readers[name] as FamilyReader
    const slope = await slopeFor(reader, family({ units: [unit], ...around }), { kib, steepest })
    assert.ok(slope <= steepest, String(slope))
  })
}

test('a reader that goes over all for each part is seen (control)', async () => {
  let ms = 0
  const again: FamilyReader = {
    tokens: [],
    read: (text) => {
      for (const _ of text.matchAll(/a/g)) ms += text.length / 100_000
    },
    now: async () => ms,
  }
  const dashed = family({ units: [`a${'-'.repeat(63)}`] })
  assert.ok((await slopeFor(again, dashed, { kib: smallestKib, steepest })) > steepest)
})
