/** docs/comparison.md claims nothing of Markport that no test shows. @module */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** For each row of the page, the file of its last column and the start of a test's title there. */
const shownBy: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'needs to try it': ['demo', 'imports its docs, prints what works'],
  "a job's credential": ['operation', 'creates a page and says where it is'],
  CommonMark: ['specification', 'a change of meaning is seen'],
  'text that the wiki cannot hold': ['markdown-to-adf', 'tell what readers will not find'],
  'order of pages': ['documentation-sites', 'MkDocs: the navigation'],
  'syntax of generators': ['dialect-docs', 'each dialect has a page'],
  'a second run without changes': ['import-folder', 'a change sends what it concerns'],
  'an answer was lost': ['import-faults', 'imports every file exactly once through faults'],
  'the service says wait (429, 503)': ['import-page', 'tries 500, 429, 503 and cut connections'],
  'two pages with one title': ['import-folder', 'what is wrong with one file keeps back'],
  'inline comments of a page that is overwritten': ['deliveries', 'keeps comments at their text'],
  'somebody edited the page there': [
    'deliveries',
    'sees edits, and treats them as the space wants',
  ],
  'a dry run': ['import-dry-run', 'foretells titles that move up'],
  'what runs': ['demo', 'imports its docs, prints what works'],
  'who may write where': ['web-manage', 'a user is added, chooses a password, and has the access'],
  'a 2xx means': ['kill-loop', 'loses no acknowledged import'],
  'what happened, and by whom': ['web-manage', 'the audit records say who did what'],
  'a copy of everything': ['backup', 'is restored to a service that shows every page'],
  'the database fails over': ['failover', 'loses, doubles and mixes up nothing'],
  looks: ['reader-browser', 'the outline says which part is being read'],
  history: ['reader-pages', 'shows what changed in words'],
  search: ['search', 'finds any part of texts that have no spaces'],
  accessibility: ['web-accessibility', 'every page meets WCAG 2.2 AA'],
  'without JavaScript': ['web-accessibility', 'everything goes without scripts'],
  'see the page before it is there': ['import-form-browser', 'the preview follows what is typed'],
  'a warning leads to its line': ['import-form-browser', 'the preview follows what is typed'],
  'a page by hand': ['import-form', 'is the page that readers will see'],
}

const root = fileURLToPath(new URL('../', import.meta.url))

function testFiles(): Map<string, string> {
  const paths = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(root, folder, path),
    ),
  )
  const tests = paths.filter((path) => path.endsWith('.test.ts'))
  return new Map(tests.map((path) => [basename(path), path]))
}

test('docs/comparison.md names for each row the test that shows it', () => {
  const rows = readFileSync(join(root, 'docs/comparison.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => /^`[\w-]+\.test\.ts`$/.test(cells.at(-2) ?? ''))
  assert.deepEqual(
    rows.map((cells) => [cells[1], cells.at(-2)]),
    Object.entries(shownBy).map(([row, [file]]) => [row, `\`${file}.test.ts\``]),
  )
})

for (const [row, [file, title]] of Object.entries(shownBy)) {
  test(`${row}: ${file}.test.ts has a test that begins "${title}"`, () => {
    const text = readFileSync(testFiles().get(`${file}.test.ts`) ?? '', 'utf8')
    const isThere = ["'", '"', '`'].some((quote) => text.includes(`test(${quote}${title}`))
    assert.ok(isThere, title)
  })
}
