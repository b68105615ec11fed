/** docs/comparison.md names for each claim about Markport the tests that show it. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('the tests that docs/comparison.md names are there', () => {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const tests = globSync('{src,test}/**/*.test.ts', { cwd: root }).map((path) => basename(path))
  const page = readFileSync(`${root}docs/comparison.md`, 'utf8')
  const named = Array.from(page.matchAll(/\| `([\w-]+\.test\.ts)` \|$/gm), ([, name]) => name)
  assert.ok(named.length > 15)
  assert.deepEqual(
    named.filter((name) => !tests.includes(name as string)),
    [],
  )
})
