/** What is replaced among the words of a line, and what is kept. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linesOf, textOf } from '../../test/support/conversion/dialect-lines.ts'
import { mapText } from './line.ts'
import { replaceAmongWords } from './words.ts'

function marked(text: string): string {
  const read = (one: string): string =>
    replaceAmongWords(one, /@([^@]*)@/g, ([, words]) => `<${words}>`)
  return textOf(mapText(linesOf(text), read))
}

describe('among the words of a line', () => {
  for (const [fact, text, becomes] of [
    ['something is replaced', 'a @b@ c', 'a <b> c'],
    ['what is around code is replaced', '@a `b@` c@', '<a `b@` c>'],
    ['code is kept', '`@a@` ``@b@ ` @c@``', '`@a@` ``@b@ ` @c@``'],
    ['formulas are kept', '$@a@$ $5 @b@ $6', '$@a@$ $5 <b> $6'],
    ['addresses are kept', '[@a@](@b@) https://c/@d@', '[<a>](@b@) https://c/@d@'],
    [
      'tags and comments are kept',
      '<a b="@c@">@d@</a> <!-- @e@ -->',
      '<a b="@c@"><d></a> <!-- @e@ -->',
    ],
    ['characters for private use are kept', '\uE000 @\uE000@ `a`', '\uE000 <\uE000> `a`'],
  ] as const) {
    test(fact, () => assert.equal(marked(text), becomes))
  }
})
