/** Texts that once cost a reader more than their length: found by `npm run search-readers`, users or review. @module */
import { type RepeatedFamily, repeated } from './families.ts'

function oneAfterAnother(units: readonly string[], rest: Partial<RepeatedFamily>): RepeatedFamily {
  return { ...repeated('', rest), order: 'one after another', units }
}

/** Stands before the path of a file. */
const file = '\u241c'
/** Only a vault finds a file by its name alone. */
const vault = { prefix: `${file}.obsidian/app.json\n{}\n` }
const page = { prefix: '---\na: b\n---\n' }

export const foundReaderFamilies: readonly (readonly [
  reader: string,
  family: RepeatedFamily,
  kib?: number,
])[] = [
  ['dialect hugo', repeated('{{< param a >}}\n', page)],
  ['dialect jekyll', repeated('{{ page.a }}\n', page)],
  ['dialect mdx', repeated('<CodeBlock>{a}</CodeBlock>\n\n')],
  ['dialect mdx', repeated('export const a = {\n\n')],
  ['dialect mkdocs', repeated('x="2"', { prefix: '## T {' })],
  ['dialect hugo', repeated(' ', { prefix: '{{<', suffix: '!' })],
  [
    'dialect docusaurus',
    repeated(' ', { prefix: '<CodeGroup>\n\n```js', suffix: '!\n```\n</CodeGroup>' }),
  ],
  ['dialect mdx', repeated('\\"', { prefix: 'export const a = "' })],
  ['program values', repeated('\\"', { prefix: '"' })],
  ['program values', repeated('\\`', { prefix: '`' })],
  ['program values', repeated('/*')],
  ['program values', repeated('b,')],
  ['dialect mdx', repeated('\n')],
  ['dialect myst', repeated(':')],
  ['dialect quarto', repeated('`')],
  ['dialect mkdocs', repeated('a', { prefix: '[a][' })],
  ['dialect gitbook', repeated('a=a', { prefix: '{% ' })],
  ['dialect mdc', repeated('{', { prefix: '::a' })],
  ['dialect gollum', repeated('[[')],
  ['edits', repeated('\n')],
  ['book', repeated('[book]')],
  ['files of hugo', repeated('{{< readfile file="guide/setup.md" >}}\n')],
  ['dialect mdc', repeated('::a{b="c"}\n')],
  ['dialect mdc', repeated(':a[')],
  ['dialect mdc', repeated('::a\n---\n')],
  ['dialect myst', repeated('x\n', { prefix: '{#a}\nx\n\n' })],
  ['dialect myst', repeated(' ', { prefix: '```{csv-table}\na', suffix: 'b,c\n```\n' })],
  ['mkdocs nav', repeated('  - S:\n    - a.md\n', { prefix: 'nav:\n' }), 2],
  ['plan', oneAfterAnother([`${file}№/a.md\n`, '[[a]] '], vault), 1],
  ['plan', repeated(`${file}№.md\n---\ntitle: ${'A'.repeat(300)}\n---\n`), 2],
  ['plan', repeated(`${file}№.md\n---\nslug: /\n---\n`), 0.5],
  ['plan', repeated(`${file}№.md\n---\ntitle: A\nparent: A\n---\n`), 0.5],
  ['plan', repeated(`${file}№/a.md\nA\n${file}№/_category_.json\n{"label":"L"}\n`), 0.5],
]
