/** Blocks that are read inside of quotes. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linesOf, textOf } from '../../test/support/conversion/dialect-lines.ts'
import type { Line } from './line.ts'
import { readWithQuotes } from './quotes.ts'

/** Puts two lines in place of `x`. */
function read(lines: readonly Line[]): readonly Line[] {
  if (!lines.some(({ text }) => text === 'x')) return lines
  return lines.flatMap((one) => (one.text === 'x' ? [one, { ...one, text: '' }] : [one]))
}

describe('quotes', () => {
  for (const [fact, document, becomes] of [
    ['are read', '> x\n> y\nx', '> x\n>\n> y\nx\n'],
    ['in quotes are read', '> > x\n> y', '> > x\n> >\n> y'],
    ['keep their place', '  > x', '  > x\n  >'],
    ['of code are left', '> ```\n> x', '> ```\n> x'],
    ['inside of code are none', '```\n> x\n```', '```\n> x\n```'],
    ['are left when there is nothing to read', '>y\n>  z', '>y\n>  z'],
    ['are left when they are deep', `${'> '.repeat(7)}x`, `${'> '.repeat(7)}x`],
  ] as const) {
    test(fact, () => assert.equal(textOf(readWithQuotes(linesOf(document), read)), becomes))
  }
})
