/** Types and style, as `npm run check` tells them, and the files that scripts name. @module */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../', import.meta.url))

test('types and style are right', async () => {
  // Fewer garbage collections: the compiler, a Go program, then takes two thirds of the time.
  const env = { ...process.env, GOGC: '400' }
  const check = promisify(execFile)('npm', ['run', '-s', 'check'], { cwd: root, env })
  await check.catch(({ stdout, stderr }) => assert.fail(`${stdout}${stderr}`))
})

test('the files of src that scripts name are there', () => {
  const scripts = globSync('{bench,scripts,test/campaigns}/*.ts', { cwd: root })
  const names = scripts.flatMap((script) =>
    Array.from(
      readFileSync(join(root, script), 'utf8').matchAll(/'(src\/[^'*$]+)'/g),
      ([, name = '']) => name,
    ),
  )
  assert.ok(names.length > 10)
  assert.deepEqual(
    names.filter((name) => !existsSync(join(root, name))),
    [],
  )
})
