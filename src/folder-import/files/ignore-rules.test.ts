/** Patterns of `.gitignore`, compared with what Git itself does. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { isIgnored, parseIgnoreRules } from './ignore-rules.ts'

const files = [
  'a.md',
  'b.md',
  'build/a.md',
  'x/build/a.md',
  'x/a.md',
  'x/y/a.md',
  'x/y/z/c.md',
  'x/[b].md',
  'x/b1.md',
  'x/b 2.md',
  '#a.md',
  '!b.md',
]
const patterns = [
  'a.md',
  '/a.md',
  'build/',
  '/build',
  'x/*.md',
  'x/**/a.md',
  '**/y',
  'x/**',
  '*.md\n!b.md',
  'b[0-9].md',
  'x/[!b]*.md',
  '\\#a.md',
  '\\!b.md',
  '?.md',
  'x/b\\ 2.md',
  '\\[b\\].md',
  '# comment',
  'x/y/',
  '*',
  'x/*\n!x/y/',
  'b 2.md   ',
]

test('decides as Git does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'markport-ignore-'))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  execFileSync('git', ['init', '-q'], { cwd: folder })
  for (const pattern of patterns) {
    writeFileSync(join(folder, '.gitignore'), pattern)
    const git = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard', '*.md'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const expected = git.split('\0').filter(Boolean).sort()
    const layers = [{ folder, rules: parseIgnoreRules(pattern) }]
    const taken = files.filter((file) => {
      const parts = file.split('/')
      return parts.every(
        (_, index) =>
          !isIgnored(layers, join(folder, ...parts.slice(0, index + 1)), index < parts.length - 1),
      )
    })
    assert.deepEqual(taken.sort(), expected, pattern)
  }
  rmSync(folder, { recursive: true, force: true })
})
