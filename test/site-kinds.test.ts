/** What kind a site is of is asked in one place: everything else reads the row of its kind. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/', import.meta.url))

const naming: Readonly<Record<string, string>> = {
  'confluence/cloud/cloud.ts': 'it is one',
  'confluence/data-center/data-center.ts': 'it is one',
  'confluence/detect-site.ts': 'finds out which it is',
  'confluence/needed-calls.ts': 'a row for each',
  'confluence/open-site.ts': 'a row for each',
  'confluence/site-kinds.ts': 'a row for each',
  'confluence/site.ts': 'the type',
  'contract/answers.ts': 'answers say it',
}

function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}

function namesKind(text: string): boolean {
  return /['"`](?:cloud|data-center)['"`]/.test(codeOf(text))
}

function asksForKind(text: string): boolean {
  const name = /['"`](?:cloud|data-center)['"`]/.source
  return new RegExp(`[=!]==? ${name}|${name} [=!]==? |case ${name}:`).test(codeOf(text))
}

test('no file but those that say it names a kind of site, and none decides by its name', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]))
  const found = files.filter((file) => namesKind(texts.get(file) as string))
  assert.deepEqual(found.sort(), Object.keys(naming))
  assert.deepEqual(
    files.filter((file) => asksForKind(texts.get(file) as string)),
    [],
  )
})

test('a question by name is seen, and none in comments or rows (control)', () => {
  for (const asked of ["if (kind === 'cloud') return", "'data-center' !== kind", "case 'cloud':"]) {
    assert.ok(namesKind(asked) && asksForKind(asked), asked)
  }
  assert.ok(!namesKind("/** As 'cloud' does. */\nconst a = 1 // of 'data-center'"))
  assert.ok(!asksForKind("const rows = { 'data-center': 1 }\nopen('cloud')"))
})
