/** The docs say what the code does, both ways. @module */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { docsTables, withPackage, withRows } from '../scripts/docs-tables.ts'
import { optionTable } from '../src/contract/options/option-table.ts'
import { grammarNames } from '../src/convert/render/html-code.ts'
import { noticeTable } from '../src/folder/notices.ts'

function read(name: string): string {
  return readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')
}

test('the jobs of docs/keep-up-to-date.md run the package that there is', () => {
  const page = read('keep-up-to-date.md')
  assert.equal(withPackage(page), page, writeDocs)
})

for (const table of docsTables) {
  test(`docs/${table.page} says what the code says, by lines like ${table.rows[0]}`, () => {
    assert.equal(withRows(read(table.page), table), read(table.page), writeDocs)
  })
}

const writeDocs = 'npm run docs writes it'

test('a row of the code comes behind the one before it, and others go', () => {
  const table = { page: 'a.md', row: /^\| `/, rows: ['| `a` | 1 |', '| `b` | 2 |', '| `d` | 4 |'] }
  const text = ['One', '| `a` | 0 |', 'Two', '| `c` | 3 |', '| `d` | 4 |', ''].join('\n')
  assert.equal(
    withRows(text, table),
    ['One', '| `a` | 1 |', '| `b` | 2 |', 'Two', '| `d` | 4 |', ''].join('\n'),
  )
  assert.throws(() => withRows('One', table), /docs\/a\.md has no place for \| `a`/)
})

for (const page of ['../CONTRIBUTING.md', '../src/README.md', 'architecture.md']) {
  test(`${page} names files that are there`, () => {
    const files = ['src', 'test', 'scripts', 'migrations'].flatMap((folder) =>
      readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true }).map(
        (path) => `/${folder}/${path}`,
      ),
    )
    const named = read(page).match(/(?<=`)[\w./-]+\.(?:ts|sql)(?=`)/g) ?? []
    assert.ok(named.length > 0)
    const gone = named.filter((name) => !files.some((path) => path.endsWith(`/${name}`)))
    assert.deepEqual(
      gone.filter((name) => !name.startsWith('NNNN-')),
      [],
    )
  })
}

test('docs/conversion.md names each language that has colours, and no other', () => {
  const [, list = ''] = /^Coloured languages:((?:\s`[^`]+`)+),/m.exec(read('conversion.md')) ?? []
  assert.deepEqual(list.match(/(?<=`)[^`\s]+(?=`)/g), grammarNames())
})

test('docs/import.md names each warning of the client', () => {
  const documented = new Set(read('import.md').match(/(?<=`)[a-z]+(?:-[a-z]+)+(?=`)/g))
  for (const code of Object.keys(noticeTable)) assert.ok(documented.has(code), code)
})

test('the pages on Confluence name no option that there is not', () => {
  const known = Object.values(optionTable).map(({ flag }) => flag.replace(/,.*| .*/, ''))
  const text = [read('confluence.md'), read('confluence/access.md')].join('\n')
  const named = new Set(text.match(/(?<![-\w])--[a-z]+(?:-[a-z]+)*/g))
  for (const flag of ['--dry-run', '--prune', '--site', '--yes', ...known]) named.delete(flag)
  assert.deepEqual([...named], [])
})
