/**
 * Families of texts that once cost a reader more than their length: found by `npm run
 * search-readers`, by users, or by reading the code.
 * @module
 */
import { type RepeatedFamily, repeated } from './families.ts'

function oneAfterAnother(units: readonly string[], rest: Partial<RepeatedFamily>): RepeatedFamily {
  return { ...repeated('', rest), order: 'one after another', units }
}

/** Stands before the path of a file. */
const file = '\u241c'
/** Only there is a file looked for by its name alone. */
const vault = { prefix: `${file}.obsidian/app.json\n{}\n` }
const page = { prefix: '---\na: b\n---\n' }

/**
 * By the name of the reader, as `family-search/readers.ts` has it; with the smallest size where many
 * small files cost more than a text of theirs.
 */
export const foundReaderFamilies: readonly (readonly [
  reader: string,
  family: RepeatedFamily,
  kib?: number,
])[] = [
  // Front matter, imports and statements, read again for each that asks for them.
  ['dialect hugo', repeated('{{< param a >}}\n', page)],
  ['dialect jekyll', repeated('{{ page.a }}\n', page)],
  ['dialect mdx', repeated('<CodeBlock>{a}</CodeBlock>\n\n')],
  ['dialect mdx', repeated('export const a = {\n\n')],
  // Expressions that began anew at each character.
  ['dialect mkdocs', repeated('x="2"', { prefix: '## T {' })],
  ['dialect hugo', repeated(' ', { prefix: '{{<', suffix: '!' })],
  [
    'dialect docusaurus',
    repeated(' ', { prefix: '<CodeGroup>\n\n```js', suffix: '!\n```\n</CodeGroup>' }),
  ],
  // Quotes and comments that do not close, in programs as well.
  ['dialect mdx', repeated('\\"', { prefix: 'export const a = "' })],
  ['program values', repeated('\\"', { prefix: '"' })],
  ['program values', repeated('\\`', { prefix: '`' })],
  ['program values', repeated('/*')],
  ['program values', repeated('b,')],
  // Blank lines and runs that a pattern took from each line, and from each of their characters on.
  ['dialect mdx', repeated('\n')],
  ['dialect myst', repeated(':')],
  ['dialect quarto', repeated('`')],
  ['dialect mkdocs', repeated('a', { prefix: '[a][' })],
  ['dialect gitbook', repeated('a=a', { prefix: '{% ' })],
  ['dialect mdc', repeated('{', { prefix: '::a' })],
  ['dialect gollum', repeated('[[')],
  // Empty lines, each with a name of its own.
  ['edits', repeated('\n')],
  // Errors that each copy their line.
  ['book', repeated('[book]')],
  // Files that are read and then left out, as the page has taken enough of others.
  ['files of hugo', repeated('{{< readfile file="guide/setup.md" >}}\n')],
  ['dialect mdc', repeated('::a{b="c"}\n')],
  ['dialect mdc', repeated(':a[')],
  ['dialect mdc', repeated('::a\n---\n')],
  // A paragraph to whose end each of its lines went, and spaces in a table, looked at from each of them on.
  ['dialect myst', repeated('x\n', { prefix: '{#a}\nx\n\n' })],
  ['dialect myst', repeated(' ', { prefix: '```{csv-table}\na', suffix: 'b,c\n```\n' })],
  // Sections, and files, that are looked for among all the others.
  ['mkdocs nav', repeated('  - S:\n    - a.md\n', { prefix: 'nav:\n' }), 2],
  ['plan', oneAfterAnother([`${file}№/a.md\n`, '[[a]] '], vault), 1],
  ['plan', repeated(`${file}№.md\n---\ntitle: ${'A'.repeat(300)}\n---\n`), 2],
  ['plan', repeated(`${file}№.md\n---\nslug: /\n---\n`), 0.5],
  ['plan', repeated(`${file}№.md\n---\ntitle: A\nparent: A\n---\n`), 0.5],
  ['plan', repeated(`${file}№/a.md\nA\n${file}№/_category_.json\n{"label":"L"}\n`), 0.5],
]
