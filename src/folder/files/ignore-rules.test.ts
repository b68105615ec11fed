/** Patterns of `.gitignore`, compared with what Git itself does. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../../test/support/base/temporary-folder.ts'
import { listed } from '../../../test/support/samples/listed.ts'
import { type IgnoreLayer, isIgnored, parseIgnoreRules } from './ignore-rules.ts'

const files = listed(
  'a.md¦b.md¦build/a.md¦x/build/a.md¦x/a.md¦x/y/a.md¦x/y/z/c.md¦x/[b].md¦x/b1.md',
  'x/b 2.md¦#a.md¦!b.md',
)
const patterns = listed(
  'a.md¦/a.md¦build/¦/build¦x/*.md¦x/**/a.md¦**/y¦x/**¦*.md\n!b.md¦b[0-9].md',
  'x/[!b]*.md¦\\#a.md¦\\!b.md¦?.md¦x/b\\ 2.md¦\\[b\\].md¦# comment¦x/y/¦*¦x/*\n!x/y/',
  'b 2.md   ',
)

const folder = temporaryFolder()
for (const file of files) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), '')
}
execFileSync('git', ['init', '-q'], { cwd: folder })

function taken(layers: readonly IgnoreLayer[]): string[] {
  return files
    .filter((file) => {
      const parts = file.split('/')
      return parts.every((_, index) => {
        const path = join(folder, ...parts.slice(0, index + 1))
        const known = layers.filter((layer) => path.startsWith(`${layer.folder}/`))
        return !isIgnored(known, path, index < parts.length - 1)
      })
    })
    .sort()
}

function takenByGit(rules: Readonly<Record<string, string>>): string[] {
  for (const [name, text] of Object.entries(rules)) writeFileSync(join(folder, name), text)
  const git = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard', '*.md'], {
    cwd: folder,
    encoding: 'utf8',
  })
  for (const name of Object.keys(rules)) rmSync(join(folder, name))
  return git.split('\0').filter(Boolean).sort()
}

test('decides as Git does', () => {
  for (const pattern of patterns) {
    const layers = [{ folder, rules: parseIgnoreRules(pattern) }]
    assert.deepEqual(taken(layers), takenByGit({ '.gitignore': pattern }), pattern)
  }
})

const piece = fc.constantFrom(
  ...listed(
    'a¦b¦x¦y¦z¦.md¦build¦a.md¦x/¦/¦*¦**¦**/¦/**¦?¦-¦[ab]¦[!a]¦[^a]¦[a-c]¦[]a]¦[!]a]',
    '[[:alpha:]]¦[b-]¦[¦[a¦ ¦\t¦!¦#¦\\¦\\ ¦\\*¦\\\\¦\n¦\n¦\n!¦\r\n',
  ),
)
const lines = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''))

test('decides as Git does, whatever a folder and one inside it say', () => {
  fc.assert(
    fc.property(lines, lines, (outer, inner) => {
      const layers = [
        { folder, rules: parseIgnoreRules(outer) },
        { folder: join(folder, 'x'), rules: parseIgnoreRules(inner) },
      ]
      const git = takenByGit({ '.gitignore': outer, 'x/.gitignore': inner })
      assert.deepEqual(taken(layers), git)
    }),
    { seed: 3, numRuns: 60 },
  )
})

test('does not judge the folders above: they were named, or taken in again', () => {
  const build = { folder: '/r', rules: parseIgnoreRules('build/\n*.txt') }
  assert.equal(isIgnored([build], '/r/build', true), true)
  assert.equal(isIgnored([build], '/r/build/docs/a.md', false), false)
  assert.equal(isIgnored([build], '/r/build/docs/a.txt', false), true)
  assert.equal(isIgnored([build], '/r/build/x y[1]/build', true), true)
  assert.equal(isIgnored([build], '/r/build/x y[1]/a.md', false), false)
  const all = { folder: '/r', rules: parseIgnoreRules('/build/**') }
  assert.equal(isIgnored([all], '/r/build/docs/a.md', false), true)
  const again = { folder: '/r', rules: parseIgnoreRules('!build/') }
  assert.equal(isIgnored([build, again], '/r/build', true), false)
  assert.equal(isIgnored([build, again], '/r/build/docs', true), false)
})

test('refuses what is too long to be judged, by its line', () => {
  assert.doesNotThrow(() => parseIgnoreRules(`a\n${'*.md'.repeat(1_024)}`))
  assert.throws(() => parseIgnoreRules(`a\n${'*.md'.repeat(1_025)}\n`), /^RangeError: Line 2 of/)
})
