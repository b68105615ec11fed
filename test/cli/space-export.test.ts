/** The export of a space as somebody types it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { callCli } from '../support/service/run-cli.ts'
import { startTestServer } from '../support/service/test-server.ts'
import { createTestStore } from '../support/store/test-engines.ts'

test('a space is exported by command into a folder of its own', async () => {
  const store = await createTestStore('sqlite')
  const server = await startTestServer(store.options)
  const { dataDirectory } = store.options as { dataDirectory: string }
  const folder = mkdtempSync(join(tmpdir(), 'markport-export-'))
  const run = (...args: string[]) =>
    callCli(['space', 'export', ...args, '--data', dataDirectory, '--json'])
  try {
    await server.post({ pageTitle: 'One', content: 'words', labels: ['a'] })
    const first = await run('docs', folder)
    assert.equal(first.code, 0, first.stderr)
    const { key, pages, files, verbatim } = JSON.parse(first.stdout)
    assert.deepEqual(
      { key, pages, files, verbatim },
      { key: 'DOCS', pages: 1, files: 0, verbatim: [] },
    )
    const text = readFileSync(join(folder, 'one.md'), 'utf8')
    assert.equal(text, '---\ntitle: One\nlabels: ["a"]\n---\nwords')
    const again = await run('docs', folder)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /is not empty, and an export overwrites nothing/)
    const other = await run('none', join(folder, 'none'))
    assert.deepEqual([other.code, /There is no space none/.test(other.stderr)], [1, true])
  } finally {
    rmSync(folder, { recursive: true })
    await server.stop()
    await store.remove()
  }
})
