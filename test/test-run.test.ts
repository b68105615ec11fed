/** The test run itself: a test that fails fails it. @module */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const setup = fileURLToPath(new URL('support/test-postgres.ts', import.meta.url))

for (const [name, body, code] of [
  ['fails', "throw new Error('as it should')", 1],
  ['passes', '', 0],
] as const) {
  test(`ends with ${code} when a test ${name}`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'markport-test-run-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'one.test.mjs')
    writeFileSync(file, `import { test } from 'node:test'\ntest('one', () => { ${body} })\n`)
    const args = ['--test', `--test-global-setup=${setup}`, file]
    // A run inside a run would report to it instead of ending by itself.
    const { NODE_TEST_CONTEXT: _, MARKPORT_TEST_POSTGRES_URL: __, ...env } = process.env
    const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    assert.equal(status, code, stdout)
  })
}
