/** Calls take only so many arguments: lists of any length are handed over as lists. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { append } from '../src/contract/base/append.ts'
import { readDialects } from '../src/folder/dialects/read-dialects.ts'
import { contextOf } from './support/conversion/dialect-context.ts'

/** More arguments than V8 accepts. */
const many = 250_000

test('a list of any length is put behind another', () => {
  const list = [1]
  append(list, Array(many).fill(2))
  assert.deepEqual([list.length, list[0], list.at(-1)], [many + 1, 1, 2])
})

test('attributes stand above a block of any number of lines', () => {
  const quoted = '> a\n'.repeat(many)
  const known = { ...contextOf(), path: 'page.md' }
  const { markdown } = readDialects(`{attribution="Ada"}\n${quoted}`, ['myst'], known)
  assert.ok(markdown.startsWith('> a\n> a\n') && markdown.endsWith('> a\n>\n> — Ada\n'))
})
