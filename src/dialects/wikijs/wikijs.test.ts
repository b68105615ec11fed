/** Stylings and tabs of Wiki.js, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepsWords, readerOf } from '../../../test/support/conversion/read-as.ts'

const read = readerOf(['wikijs'])

describe('stylings', () => {
  for (const [fact, document, expected] of [
    ['stand in a list', '- a\n  > b\n  {.is-info}', '- a\n  > [!INFO]\n  > b'],
    [
      'are those of all lines of the quote',
      '> a\nb\n> c\n{.is-danger}',
      '> [!DANGER]\n> a\nb\n> c',
    ],
    ['are those of the last quote', '> a\n\n> b\n{.is-success}', '> a\n\n> [!SUCCESS]\n> b'],
    ['of anything else are left out', '- a\n{.grid-list}\n\nb\n{.is-info}', '- a\n\n\nb\n'],
    [
      'stand behind words and images',
      '*a*{.caption} ![b](c =30x){.radius-4 .ml-5}',
      '*a* ![b](c =30x)',
    ],
    [
      'are left in code',
      '`{.is-info}`\n\n```\n> a\n{.is-info}\n```',
      '`{.is-info}`\n\n```\n> a\n{.is-info}\n```',
    ],
    ['are words in braces of another kind', 'a {b}', 'a {b}'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }
})

describe('tabs', () => {
  for (const [fact, document, expected] of [
    [
      'end at the next heading of their level, and keep deeper ones',
      '## A {.tabset}\n### B\n#### C\nd\n### E\nf\n## G',
      '<details name=tabs><summary>B</summary>\n\n#### C\nd\n\n</details>\n\n<details name=tabs><summary>E</summary>\n\nf\n\n</details>\n\n## G',
    ],
    ['without headings are what they hold', '# A {.tabset}\nb', 'b'],
    ['are none in code', '```\n# A {.tabset}\n## B\n```', '```\n# A {.tabset}\n## B\n```'],
  ] as const) {
    test(fact, () => assert.equal(read(document).trim(), expected))
  }
})

keepsWords(read, [
  '> a',
  '\n{.is-info}\n',
  '\n# A {.tabset}\n',
  '\n## B\n',
  '{.caption}',
  '{',
  '}',
  '`',
])
