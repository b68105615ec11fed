/** Blocks of PyMdown Extensions. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['mkdocs'])

describe('blocks of slashes', () => {
  for (const [fact, written, becomes] of [
    [
      'are notes of a type that is given',
      '/// admonition | T\n    type: tip\n\na\n///',
      '> [!TIP] T\n> a',
    ],
    ['are notes of their own type', '/// my-type\na\n///', '> [!NOTE] My type\n> a'],
    ['leave out what is not seen', '/// html | div.a\n    attrs: {id: b}\na\n///', 'a'],
    [
      'stand in one another',
      '//// note\n/// tab | A\na\n///\n////',
      '> [!NOTE]\n> <details name=tabs><summary>A</summary>\n>\n> a\n>\n> </details>',
    ],
    ['stand in a list', '- a\n\n    /// tip\n    b\n    ///', '- a\n\n    > [!TIP]\n    > b'],
    ['stand in a quote', '> /// tip\n> b\n> ///', '> > [!TIP]\n> > b'],
    [
      'close before the next heading without their end',
      '/// note | T\na\n\n# b',
      '> [!NOTE] T\n> a\n\n# b',
    ],
  ] as const) {
    test(fact, () => assert.equal(read(written), becomes))
  }

  for (const [fact, written] of [
    ['in code', '```\n/// note\na\n///\n```'],
    ['without their beginning', 'a\n///'],
    ['in a sentence', 'a /// note'],
  ] as const) {
    test(`are left as they are ${fact}`, () => assert.equal(read(written), written))
  }

  test('are read however many there are', () => {
    const open = '/// note\n'.repeat(10_000)
    assert.equal(read(open), open)
    const many = read('/// note\na\n///\n'.repeat(10_000))
    assert.equal(many.match(/^> \[!NOTE\]$/gm)?.length, 10_000)
  })
})
