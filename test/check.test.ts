/** Types and style, as `npm run check` tells them, beside the other tests. @module */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

test('types and style are right', async () => {
  const cwd = fileURLToPath(new URL('../', import.meta.url))
  const check = promisify(execFile)('npm', ['run', '-s', 'check'], { cwd })
  await check.catch(({ stdout, stderr }) => assert.fail(`${stdout}${stderr}`))
})
