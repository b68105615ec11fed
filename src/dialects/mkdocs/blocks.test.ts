/** Blocks of PyMdown Extensions. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readWith } from '../../../test/support/conversion/dialect-lines.ts'
import { mkdocsBlocks } from './blocks.ts'

describe('blocks of slashes', () => {
  for (const [fact, written, becomes] of [
    ['are notes', '/// note | T\na\n///', ':::note[T]\na\n:::'],
    [
      'are notes of a type that is given',
      '/// admonition | T\n    type: tip\n\na\n///',
      ':::tip[T]\n\na\n:::',
    ],
    ['are notes of their own type', '/// my-type\na\n///', ':::note[My type]\na\n:::'],
    [
      'fold',
      '/// details | T\n    open: true\n\na\n///',
      '<details><summary>T</summary>\n\na\n\n</details>',
    ],
    ['leave out what is not seen', '/// html | div.a\n    attrs: {id: b}\na\n///', '\na\n'],
    [
      'stand in one another',
      '//// note\n/// tab | A\na\n///\n////',
      ':::note\n\n<details name=tabs><summary>A</summary>\n\na\n\n</details>\n\n:::',
    ],
    ['stand in a list', '- a\n\n    /// tip\n    b\n    ///', '- a\n\n    :::tip\n    b\n    :::'],
    ['stand in a quote', '> /// tip\n> b\n> ///', '> :::tip\n> b\n> :::'],
    ['close over one without its end', '//// tip\n/// note\na\n////', ':::tip\n/// note\na\n:::'],
  ] as const) {
    test(fact, () => assert.equal(readWith(mkdocsBlocks, written), becomes))
  }

  for (const [fact, written] of [
    ['in code', '```\n/// note\na\n///\n```'],
    ['without their end', '/// note | T\na'],
    ['without their beginning', 'a\n///'],
    ['in a sentence', 'a /// note'],
  ] as const) {
    test(`are left as they are ${fact}`, () =>
      assert.equal(readWith(mkdocsBlocks, written), written))
  }

  test('are read however many there are', () => {
    const open = '/// note\n'.repeat(10_000)
    assert.equal(readWith(mkdocsBlocks, open), open)
    const nested = readWith(mkdocsBlocks, `${open}${'///\n'.repeat(10_000)}`)
    assert.equal(nested.match(/^:::note$/gm)?.length, 10_000)
  })
})
