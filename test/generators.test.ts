/** A generator of sites is known in one place: no other file decides anything by its name. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { generators } from '../src/folder-import/generators/generators.ts'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const folder = join(source, 'folder-import/generators')

/** Where a generator is at home: how its sites are found and read, and what it adds to Markdown. */
const homes = /^(?:folder-import\/generators|dialects\/(?:\w+\/|dialects\.ts|code-rules\.ts))/

/** By the files that they are in. */
const known = globSync('*.ts', { cwd: folder }).flatMap((file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  return Array.from(text.matchAll(/^export const (\w+): Generator = /gm), ([, name]) => name)
})

/** What generators are called, and their files; MDX is what files end in as well. */
const names = new RegExp(
  [
    ...known.filter((name) => name !== 'mdx'),
    ...['starlight', 'mint\\.json', 'sidebars\\.', 'SUMMARY\\.md', 'toc\\.yml'],
  ].join('|'),
  'i',
)

/** Files that name some in words for readers only. */
const wordings = [
  'config/import-options.ts',
  // An option of the engine's has the name.
  'folder-import/templates/liquid-engine.ts',
]

function namesOne(text: string): boolean {
  return names.test(text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''))
}

test('no file but its home names a generator', () => {
  const found = globSync('**/*.ts', { cwd: source })
    .filter((file) => !homes.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => namesOne(readFileSync(join(source, file), 'utf8')))
  assert.deepEqual(found.sort(), wordings)
})

test('a name in code is found, and none in comments (control)', () => {
  assert.ok(namesOne("if (dialects.includes('jekyll')) return"))
  assert.ok(!namesOne('/** As Jekyll does. */\nconst a = 1 // of Hugo'))
})

test('every generator has its home', () => assert.equal(known.length, generators.length))
