/** The test run itself: a test that fails fails it, and nothing of it stays behind. @module */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { allFiles, longestFiles } from './support/run/all-files.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const runner = fileURLToPath(new URL('run.ts', import.meta.url))

const ownDatabase = { MARKPORT_TEST_POSTGRES_URL: undefined }

function startRun(
  texts: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): { run: ChildProcess; temporary: string } {
  const folder = temporaryFolder()
  // PostgreSQL may run as a user of its own.
  chmodSync(folder, 0o755)
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const files = texts.map((_, index) => join(folder, `file-${index}.test.mjs`))
  for (const [index, file] of files.entries()) writeFileSync(file, texts[index] ?? '')
  // A nested run would report to the outer one instead of ending by itself.
  const { NODE_TEST_CONTEXT: _, MARKPORT_TEST_TIMES: __, ...env } = process.env
  const run = spawn(process.execPath, [runner, ...files], {
    env: { ...env, TMPDIR: temporary, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { run, temporary }
}

function outputOf(run: ChildProcess): () => string {
  let output = ''
  run.stdout?.setEncoding('utf8').on('data', (part: string) => {
    output += part
  })
  return () => output
}

for (const [name, body, code] of [
  ['fails', "throw new Error('as it should')", 1],
  ['passes and leaves something open', 'setInterval(() => {}, 9)', 1],
  ['passes', '', 0],
] as const) {
  test(`ends with ${code} when a test ${name}`, async () => {
    const text = `import { test } from 'node:test'\ntest('one', async () => { ${body} })\n`
    const isLeftOpen = body.includes('setInterval')
    const { run, temporary } = startRun(
      [text],
      // One of them also starts and ends a PostgreSQL of its own.
      isLeftOpen ? { MARKPORT_TEST_LINGER_MS: '200' } : code === 0 ? ownDatabase : {},
    )
    const output = outputOf(run)
    assert.deepEqual(await once(run, 'close'), [code, null])
    assert.deepEqual(readdirSync(temporary), [])
    assert.equal(/✖ one .*\n +Error: as it should/.test(output()), body.includes('as it should'))
    assert.equal(/does not end .*file-0\.test\.mjs.*Timeout/.test(output()), isLeftOpen)
  })
}

test('a whole run has every test file once, and the long ones first', () => {
  const files = allFiles(root)
  const all = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(folder, path)),
  )
  assert.deepEqual(files.toSorted(), all.sort())
  assert.deepEqual(files.slice(0, longestFiles.length), longestFiles)
})
