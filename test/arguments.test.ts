/** Calls take only so many arguments: lists of any length are handed over as lists. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { append } from '../src/base/append.ts'
import { readDialects } from '../src/dialects/read-dialects.ts'
import { contextOf } from './support/conversion/dialect-lines.ts'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const spreading = /\.(?:push|unshift)\(\s*(?:[^(){}[\]]*,\s*)?\.\.\./g
/** More than V8 takes. */
const many = 250_000

test('no file of src spreads a list over the arguments of a call that lengthens another', () => {
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
  assert.ok(files.length > 500)
  assert.deepEqual(
    files.filter((file) => spread(readFileSync(join(src, file), 'utf8')).length > 0),
    [],
  )
})

test('such calls are seen, and fail (control)', () => {
  assert.equal(spread('a.push(...b)\na.push(b, ...c)\na.unshift(\n  ...b\n)').length, 3)
  assert.throws(() => [].push(...(Array(many).fill(0) as never[])), RangeError)
})

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

function spread(text: string): string[] {
  return text.match(spreading) ?? []
}
