/** The docs say what the code does, both ways. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { importFields } from '../src/api/contract.ts'
import { importConfigSchema } from '../src/cli/import-config.ts'
import { noticeMessages } from '../src/client/notices.ts'
import { optionTable } from '../src/config.ts'
import { warningMessages } from '../src/convert/warnings.ts'
import { statusOfKey } from '../src/errors.ts'

function read(name: string): string {
  return readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8')
}

test('docs/errors.md has each key with its status, and no other', () => {
  const rows = [...read('errors').matchAll(/^\| `([a-z-]+)` \| (\d{3}) \|/gm)]
  const documented = Object.fromEntries(rows.map(([, key, status]) => [key, Number(status)]))
  assert.deepEqual(documented, statusOfKey)
})

test('docs/configuration.md has each option as the table has it, and no other', () => {
  const documented = read('configuration')
    .split('\n')
    .filter((line) => line.startsWith('| `--'))
  const expected = Object.values(optionTable).map(
    ({ flag, argument, env, fallback, description }) =>
      `| \`${flag}${argument === undefined ? '' : ` ${argument}`}\` | \`${env}\` | ${fallback === undefined ? '–' : `\`${fallback}\``} | ${description} |`,
  )
  assert.deepEqual(documented, expected)
})

test('docs/conversion.md names each warning', () => {
  const documented = new Set(read('conversion').match(/(?<=`)[a-z]+(?:-[a-z]+)+(?=`)/g))
  for (const code of Object.keys(warningMessages)) assert.ok(documented.has(code), code)
})

test('docs/import.md names each warning of the client', () => {
  const documented = new Set(read('import').match(/(?<=`)[a-z]+(?:-[a-z]+)+(?=`)/g))
  for (const code of Object.keys(noticeMessages)) assert.ok(documented.has(code), code)
})

test('docs/markport.schema.json is the schema of what the code reads', () => {
  const file = new URL('../docs/markport.schema.json', import.meta.url)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), importConfigSchema())
})

test('docs/api.md has each field of the request', () => {
  const documented = [...read('api').matchAll(/^\| `(\w+)` \| (?:string|boolean) \|/gm)]
  assert.deepEqual(
    documented.map(([, name]) => name),
    Object.keys(importFields),
  )
})
