/** What the parser must not be given is refused before, and nothing else is. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hostileFamilies } from '../../test/support/samples/hostile-families.ts'
import { adfToText } from './adf/node-text.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { markdownToAdf } from './markdown-to-page.ts'
import { adfToHtml } from './render/adf-to-html.ts'
import { adfToStorage } from './render/adf-to-storage.ts'

const references = '&amp; '.repeat(8_000)

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
    [
      'emphasis without end',
      `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`,
      'content has more than 40000 marks of emphasis in one paragraph. Separate the lines there by blank ones.',
    ],
    [
      'an address of stars',
      `https://a?${'*'.repeat(10_001)}`,
      'content has an address with 10001 of the characters * _ ~ in it; at most 10000 are allowed. Escape them as %2A, %5F and %7E.',
    ],
    [
      'an address of stars among words',
      `${'a '.repeat(6_173)}https://a?${'*'.repeat(10_001)} ${'b '.repeat(3_000)}`,
      'content has an address with 10001 of the characters * _ ~ in it; at most 10000 are allowed. Escape them as %2A, %5F and %7E.',
    ],
    [
      'a word of beginnings of addresses',
      `a ${'http://['.repeat(2_500)}x`,
      'content has a word of 20001 characters with :// and a bracket in it 2500 times. Put spaces between the addresses.',
    ],
    [
      'a word of underscores',
      'a_'.repeat(40_000),
      'content has a word of 80000 characters with 40000 underscores in it. Put spaces into it, or show it as a block of code.',
    ],
    [
      'a text of references',
      `a\n\n${references}`,
      'content has too many character references, as &amp;, in the paragraph at line 3. Write the characters themselves.',
    ],
  ] as const) {
    test(`${name} is refused`, () => {
      assert.throws(() => markdownToAdf(markdown), { constructor: MarkdownLimitError, message })
    })
  }

  for (const [name, markdown] of [
    ['openings of levels in code', `~~~\n${'> '.repeat(200)}\n${'- '.repeat(200)}a\n~~~`],
    ['a dividing line', '- '.repeat(200)],
    ['addresses with brackets', 'http://[::1]/ '.repeat(5_000)],
    ['stars in many paragraphs', '**a** *b*\n\n'.repeat(30_000)],
    ['stars between spaces', '* a '.repeat(50_000)],
    [
      'underscores in code',
      `~~~\n${'"a_b_c": [],'.repeat(50_000)}\n~~~\n\n    ${'a_'.repeat(50_000)}`,
    ],
    ['references in code', `~~~\n${references}\n~~~`],
    ['references in many paragraphs', '&amp; &lt; &#1;\n\n'.repeat(8_000)],
    ['references in many quotes', '> &amp; &lt; &#1;\r\n>\r\n'.repeat(8_000)],
  ] as const) {
    test(`${name} pass`, () => assert.doesNotThrow(() => markdownToAdf(markdown)))
  }
})

describe('hostile documents of 12 KiB', () => {
  for (const [name, family] of Object.entries(hostileFamilies)) {
    test(`of ${name} are converted and rendered, or refused`, () => {
      const markdown = family(12 * 1024)
      try {
        const { adf } = markdownToAdf(markdown)
        for (const render of [adfToHtml, adfToStorage, adfToText]) render(adf)
      } catch (error) {
        if (!(error instanceof MarkdownLimitError)) throw error
      }
    })
  }
})
