/**
 * Families of texts that once cost a reader more than their length: found by `npm run
 * search-readers`, by users, or by reading the code.
 * @module
 */
import type { RepeatedFamily } from './family-search/families.ts'

function repeated(unit: string, rest: Partial<RepeatedFamily> = {}): RepeatedFamily {
  return { order: 'in turn', prefix: '', suffix: '', units: [unit], ...rest }
}

const page = { prefix: '---\na: b\n---\n' }

/** By the name of the reader, as `family-search/readers.ts` has it. */
export const foundReaderFamilies: readonly (readonly [reader: string, family: RepeatedFamily])[] = [
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
  // Quotes that do not close.
  ['dialect mdx', repeated('\\"', { prefix: 'export const a = "' })],
]
