/** Documents as files have them. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextOf } from '../../test/support/conversion/dialect-lines.ts'
import { readDialects } from './read-dialects.ts'

function read(document: string): { markdown: string; lines: number[]; noticed: string[] } {
  const noticed: string[] = []
  const { markdown, lineInFile } = readDialects(document, ['zola'], contextOf({}, noticed))
  return { markdown, lines: markdown.split('\n').map((_, line) => lineInFile(line + 1)), noticed }
}

test('front matter may stand below blank lines', () => {
  assert.deepEqual(read('\n \n+++\na = 1\n+++\nb {{ c() }}'), {
    markdown: '+++\na = 1\n+++\nb {{ c() }}',
    lines: [3, 4, 5, 6],
    noticed: ['syntax-shown {{ … }}:6'],
  })
  assert.equal(read('\r\n---\r\na: 1\r\n---\r\n').markdown, '---\na: 1\n---\n')
})

test('what is none keeps its blank lines', () => {
  for (const document of ['\n---\na\n---\n', '\n+++\na', '\n\na\n+++\n+++']) {
    assert.equal(read(document).markdown, document)
  }
})
