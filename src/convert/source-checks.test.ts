/** What the parser must not be given is refused before, and nothing else is. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertSound, isBeyondLimit } from '../../test/support/conversion/conversion-cases.ts'
import { hostileFamilies } from '../../test/support/samples/hostile-families.ts'
import { adfToText } from './adf/node-text.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { markdownToAdf } from './markdown-to-page.ts'
import { adfToStorage } from './render/adf-to-storage.ts'

describe('before it is parsed', () => {
  for (const [name, markdown, message] of [
    [
      'nesting behind what might be code',
      `---\n\n${'> '.repeat(5_000)}a`,
      'content nests 91 levels deep at line 3; at most 90 are allowed. Flatten the lists or quotes there.',
    ],
    [
      'nesting of every kind',
      `${'- > 1. [^a]: '.repeat(1_000)}a\n${'\n'.repeat(10_000)}`,
      'content nests 91 levels deep at line 1; at most 90 are allowed. Flatten the lists or quotes there.',
    ],
    [
      'nesting after a return',
      `a\r\r${'> '.repeat(5_000)}a`,
      'content nests 91 levels deep at line 3; at most 90 are allowed. Flatten the lists or quotes there.',
    ],
    [
      'nesting of containers',
      ':::note\n'.repeat(91) + ':::\n'.repeat(91),
      'content nests 91 levels deep at line 91; at most 90 are allowed. Flatten the lists or quotes there.',
    ],
  ] as const) {
    test(`${name} is refused`, () => {
      assert.throws(() => markdownToAdf(markdown), { constructor: MarkdownLimitError, message })
    })
  }

  for (const [name, markdown] of [
    ['openings of levels in code', `~~~\n${'> '.repeat(200)}\n${'- '.repeat(200)}a\n~~~`],
    ['a dividing line', '- '.repeat(200)],
    [
      'a line break in as many elements as may nest',
      `${'<b>'.repeat(90)}a<br>${'</b>'.repeat(90)}`,
    ],
  ] as const) {
    test(`${name} pass`, () => assert.doesNotThrow(() => markdownToAdf(markdown)))
  }
})

describe('hostile documents of 4 KiB', () => {
  for (const [name, family] of Object.entries(hostileFamilies)) {
    test(`of ${name} are converted whole and rendered, or refused`, () => {
      const markdown = family(4 * 1024)
      if (isBeyondLimit(markdown)) return
      assertSound(markdown)
      const { adf } = markdownToAdf(markdown)
      for (const render of [adfToStorage, adfToText]) render(adf)
    })
  }
})
