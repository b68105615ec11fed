import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AnswerPageEdit } from '../../contract/answers.ts'
import { takeEdits } from './take-edits.ts'

const markdown = '# Title\n\nOne [link](https://w/1).\n\n- a\n- b\n\nLast.\n'
const changed = (line: number, endLine: number, before: string, after: string): AnswerPageEdit => ({
  line,
  endLine,
  before,
  after,
})
const take = (text: string, edits: readonly AnswerPageEdit[], bodyStart = 0) =>
  takeEdits(text, bodyStart, { markdown, edits })

describe('edits', () => {
  test('go into the lines that they are about', () => {
    const { text, taken, refused } = take(markdown, [
      changed(5, 6, '- a\n- b', '- a\n- c\n- d'),
      changed(8, 8, 'Last.', 'Really last.'),
    ])
    assert.equal(text, '# Title\n\nOne [link](https://w/1).\n\n- a\n- c\n- d\n\nReally last.\n')
    assert.deepEqual([taken.map(({ line }) => line), refused], [[5, 8], []])
  })

  test('keep front matter, line breaks and the addresses of the file', () => {
    const head = '---\r\ntitle: T\r\n---\r\n'
    const file = `${head}# Title\r\n\r\nOne [link](one.md).\r\n\r\n- a\r\n- b\r\n\r\nLast.\r\n`
    const edit = changed(3, 3, 'One [link](https://w/1).', 'Two [link](https://w/1).')
    const { text, taken } = take(file, [edit], head.length)
    assert.equal(text, file.replace('One', 'Two'))
    assert.deepEqual(
      taken.map(({ line }) => line),
      [6],
    )
  })

  test('go in beside what was changed in the file meanwhile', () => {
    const file = `Before all.\n\n${markdown}\nBehind all.\n`
    const { text } = take(file, [changed(8, 8, 'Last.', 'Least.')])
    assert.equal(text, file.replace('Last.', 'Least.'))
  })

  test('add and remove blocks with their empty lines', () => {
    const added = take(markdown, [changed(4, 3, '', 'New.'), changed(1, 0, '', 'First.')])
    assert.equal(added.text, `First.\n\n${markdown.replace('1).\n', '1).\n\nNew.\n')}`)
    const removed = take(markdown, [changed(5, 6, '- a\n- b', '')])
    assert.equal(removed.text, '# Title\n\nOne [link](https://w/1).\n\nLast.\n')
    const atEnd = take('# Title\n\nOne [link](https://w/1).\n\n- a\n- b\n\nLast.', [
      changed(9, 8, '', 'More.'),
    ])
    assert.ok(atEnd.text.endsWith('Last.\n\nMore.'))
  })

  const refusals: readonly (readonly [
    why: string,
    file: string,
    edit: AnswerPageEdit,
    reason: RegExp,
  ])[] = [
    [
      'the same words are others in the file',
      markdown.replace('Last.', 'Lost.'),
      changed(8, 8, 'Last.', 'Least.'),
      /same words/,
    ],
    [
      'the lines are gone',
      '# Title\n\nOne [link](https://w/1).\n',
      changed(8, 8, 'Last.', 'Least.'),
      /changed at this place/,
    ],
    [
      'a block to be removed is another in the file',
      markdown.replace('- b', '- b, of late'),
      changed(5, 6, '- a\n- b', ''),
      /another here/,
    ],
    [
      'no lines are known',
      markdown,
      { before: 'x', after: 'y', problem: 'it is a footnote' },
      /footnote/,
    ],
  ]
  for (const [why, file, edit, reason] of refusals) {
    test(`are refused where ${why}`, () => {
      const { text, taken, refused } = take(file, [edit])
      assert.deepEqual([text, taken], [file, []])
      assert.match(refused[0]?.reason ?? '', reason)
    })
  }
})
