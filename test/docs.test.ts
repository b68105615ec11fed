/** The docs say what the code does, both ways. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { importConfigSchema } from '../src/cli/import/import-config.ts'
import { optionTable } from '../src/config/config.ts'
import { warningTable } from '../src/convert/warnings.ts'
import { errorTable } from '../src/errors.ts'
import { noticeTable } from '../src/folder-import/notices.ts'
import { importFields, successTable, warningSeverities } from '../src/importing/contract.ts'
import { grammarNames } from '../src/render/code-grammars.ts'

function read(name: string): string {
  return readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8')
}

function tableRows(name: string, row: RegExp): string[] {
  return read(name)
    .split('\n')
    .filter((line) => row.test(line))
}

test('docs/errors.md has each key as the table has it, and no other', () => {
  assert.deepEqual(
    tableRows('errors', /^\| `[a-z-]+` \| \d{3} \|/),
    Object.entries(errorTable).map(
      ([key, { status, when, wayOut }]) => `| \`${key}\` | ${status} | ${when} | ${wayOut} |`,
    ),
  )
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

test('docs/conversion.md has each warning with its severity, and no other', () => {
  assert.deepEqual(
    tableRows('conversion', /^\| `[a-z-]+` \| (?:lost|changed|note) \|/),
    Object.entries(warningTable).map(
      ([code, { severity, message }]) => `| \`${code}\` | ${severity} | ${message} |`,
    ),
  )
})

test('docs/conversion.md says what each severity means', () => {
  assert.deepEqual(
    tableRows('conversion', /^\| `(?:lost|changed|note)` \|/),
    Object.entries(warningSeverities).map(
      ([severity, meaning]) => `| \`${severity}\` | ${meaning} |`,
    ),
  )
})

test('docs/conversion.md names each language that has colours, and no other', () => {
  const [, list = ''] = /^Coloured languages:((?:\s`[^`]+`)+),/m.exec(read('conversion')) ?? []
  assert.deepEqual(list.match(/(?<=`)[^`\s]+(?=`)/g), grammarNames())
})

test('docs/import.md names each warning of the client', () => {
  const documented = new Set(read('import').match(/(?<=`)[a-z]+(?:-[a-z]+)+(?=`)/g))
  for (const code of Object.keys(noticeTable)) assert.ok(documented.has(code), code)
})

test('docs/markport.schema.json is the schema of what the code reads', () => {
  const file = new URL('../docs/markport.schema.json', import.meta.url)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), importConfigSchema())
})

test('docs/api.md has each field of the request as the contract has it, and no other', () => {
  assert.deepEqual(
    tableRows('api', /^\| `\w+` \| (?:string|boolean|integer|array of strings) \|/),
    Object.entries(importFields).map(
      ([name, row]) =>
        `| \`${name}\` | ${row.type} | ${row.isRequired ? 'yes' : 'fallback' in row ? `no, \`${row.fallback}\`` : 'no'} | ${row.description} |`,
    ),
  )
})

test('docs/api.md has each key of success as the contract has it, and no other', () => {
  assert.deepEqual(
    tableRows('api', /^\| 20\d \| `[a-z-]+` \|/),
    Object.entries(successTable).map(
      ([key, { status, when }]) => `| ${status} | \`${key}\` | ${when} |`,
    ),
  )
})

test('docs/confluence.md names no option that there is not', () => {
  const [own = '', peers = ''] = read('confluence').split('## Beside mark and md2conf')
  const [, probe = ''] = peers.split('## What has not been tried')
  const known = Object.values(optionTable).map(({ flag }) => flag.replace(/,.*| .*/, ''))
  const named = new Set(`${own}${probe}`.match(/(?<![-\w])--[a-z]+(?:-[a-z]+)*/g))
  // Of the import alone, and of the probe, which is no command.
  for (const flag of ['--prune', '--site', ...known]) named.delete(flag)
  assert.deepEqual([...named], [])
})
