/** Line ends that are seen. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextOf } from '../../test/support/conversion/dialect-lines.ts'
import { readDialects } from './read-dialects.ts'

for (const [fact, written, becomes] of [
  [
    'stay in paragraphs, quotes and items',
    'a\nb\n\n> c\n> d\n\n- e\n  f',
    'a  \nb\n\n> c  \n> d\n\n- e  \n  f',
  ],
  ['stay as they are where they are broken', 'a\\\nb   \nc', 'a\\\nb  \nc'],
  ['say nothing at the end of a block', 'a\n\n> b\n>\n> c', 'a\n\n> b\n>\n> c'],
  [
    'are left in code, formulas and front matter',
    '---\na: b\n---\n```\na\nb\n```\n\n$$\nc\nd\n$$',
    '---\na: b\n---\n```\na\nb\n```\n\n$$\nc\nd\n$$',
  ],
] as const) {
  test(`line ends ${fact}`, () => {
    const context = { ...contextOf(), keepsLines: true }
    assert.equal(readDialects(written, ['obsidian'], context).markdown, becomes)
    assert.equal(readDialects(written, ['obsidian'], contextOf()).markdown, written)
  })
}
