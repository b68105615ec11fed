/** Differences: what they say of old and new text holds for any, within a bound on work. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compareDocuments, diffWords, splitPointers } from './compare-documents.ts'

const without = (kind: 'removed' | 'added', changes: { kind: string; text: string }[]): string =>
  changes.map((change) => (change.kind === kind ? '' : change.text)).join('')

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '語', 'ā', '😀', '-', 'long', 'Long'), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''))

describe('words', () => {
  test('the old text is what was not added, the new one what was not removed', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), text, (before, after) => {
        const changes = diffWords(before, after)
        assert.equal(without('added', changes), before)
        assert.equal(without('removed', changes), after)
      }),
      { numRuns: 200 },
    )
  })

  test('the same holds where the search gives up', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = diffWords(before, after, { cells: 0 })
        assert.equal(without('added', changes), before)
        assert.equal(without('removed', changes), after)
      }),
    )
  })

  test('texts that have nothing in common cost no more than is given', () => {
    const make = (word: string): string =>
      Array.from({ length: 100_000 }, (_, index) => `${word}${index}`).join(' ')
    for (const cells of [0, 100_000, 2_000_000]) {
      const budget = { cells }
      const changes = diffWords(make('a'), make('b'), budget)
      assert.ok(budget.cells >= 0, `${budget.cells} are left of ${cells}`)
      assert.equal(without('removed', changes), make('b'))
    }
  })
})

const paragraph = (words: string): object => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words }],
})
const doc = (...texts: string[]): string =>
  JSON.stringify({ version: 1, type: 'doc', content: texts.map(paragraph) })

describe('documents', () => {
  test('lines of code, rows and items are blocks of their own', () => {
    const code = { type: 'codeBlock', content: [{ type: 'text', text: 'let a\nlet b' }] }
    const cell = (words: string): object => ({ type: 'tableCell', content: [paragraph(words)] })
    const table = {
      type: 'table',
      content: [{ type: 'tableRow', content: [cell('x'), cell('y')] }],
    }
    const list = {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [paragraph('item')] }],
    }
    const before = JSON.stringify({ version: 1, type: 'doc', content: [code, table, list] })
    assert.deepEqual(
      compareDocuments({ before, after: before }).map(({ kind, changes }) => [
        kind,
        changes[0]?.text,
      ]),
      [
        ['code', 'let a'],
        ['code', 'let b'],
        ['row', 'x | y'],
        ['item', 'item'],
      ],
    )
  })

  test('text cannot pass for an image', () => {
    const image = '{"kind":"image","address":"javascript:alert(1)","name":""}'
    const [block] = compareDocuments({ before: doc(), after: doc(`\0${image}\0 \\u0000`) })
    const parts = splitPointers(block?.changes[0]?.text ?? '')
    assert.deepEqual(parts, [`${image} \\u0000`])
  })

  test('whatever changed, both documents can be read from the comparison', () => {
    const texts = fc.array(fc.constantFrom('one two', 'one three', 'two', 'four five six', 'six'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const blocks = compareDocuments({ before: doc(...before), after: doc(...after) })
        const read = (kind: 'removed' | 'added'): string[] =>
          blocks.map(({ changes }) => without(kind, [...changes])).filter(Boolean)
        assert.deepEqual(read('added'), before)
        assert.deepEqual(read('removed'), after)
      }),
      { numRuns: 200 },
    )
  })

  test('large documents without a common block are compared as a whole', () => {
    const make = (word: string): string =>
      doc(...Array.from({ length: 5_000 }, (_, index) => `${word} ${index} `.repeat(20)))
    assert.equal(compareDocuments({ before: make('a'), after: make('b') }).length, 10_000)
  })
})
