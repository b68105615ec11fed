import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatText } from './flat-text.ts'

const text = (words: string) => ({ type: 'text', text: words })

test('texts are joined, other nodes in a sentence are one character, and blocks end lines', () => {
  const { text: flat } = flatText([
    { type: 'heading', content: [text('A '), text('title')] },
    { type: 'paragraph', content: [text('one'), { type: 'hardBreak' }, { type: 'emoji' }] },
    { type: 'table', content: [cell('a'), cell('b')] },
    { type: 'rule' },
    { type: 'paragraph' },
  ])
  assert.equal(flat, 'A title\none\uFFFC\uFFFC\na\nb\n')
})

test('leaves know where they stand, and whether in code', () => {
  const image = { type: 'media', attrs: { id: 'x' } }
  const { leaves } = flatText([
    { type: 'mediaSingle', content: [image, { type: 'caption', content: [text('of it')] }] },
    { type: 'codeBlock', content: [text('let a')] },
  ])
  assert.deepEqual(
    leaves.map(({ node, ...place }) => [node.type, place]),
    [
      ['media', { start: 0, end: 0, isCode: false }],
      ['text', { start: 0, end: 5, isCode: false }],
      ['text', { start: 6, end: 11, isCode: true }],
    ],
  )
})

function cell(words: string): { type: string; content: object[] } {
  return { type: 'tableCell', content: [{ type: 'paragraph', content: [text(words)] }] }
}
