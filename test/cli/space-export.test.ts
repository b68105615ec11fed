import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { linkedFileUrl } from '../../src/convert/embedded-images/data-urls.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { callCli } from '../support/service/run-cli.ts'
import { startTestServer } from '../support/service/test-server.ts'
import { createTestStore } from '../support/store/test-engines.ts'

test('a space is exported by command into a folder of its own', async () => {
  const store = await createTestStore('sqlite')
  const server = await startTestServer(store.options)
  const { dataDirectory } = store.options as { dataDirectory: string }
  const folder = temporaryFolder()
  const run = (...args: string[]) =>
    callCli(['space', 'export', ...args, '--data', dataDirectory, '--json'])
  try {
    await server.post({ pageTitle: 'One', content: 'words', labels: ['a'] })
    const first = await run('docs', folder)
    assert.equal(first.code, 0, first.stderr)
    const { key, pages, files, warnings } = JSON.parse(first.stdout)
    assert.deepEqual(
      { key, pages, files, warnings },
      { key: 'DOCS', pages: 1, files: 0, warnings: {} },
    )
    const text = readFileSync(join(folder, 'one.md'), 'utf8')
    assert.equal(text, '---\ntitle: One\nlabels: ["a"]\n---\nwords')
    const again = await run('docs', folder)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /is not empty, and an export overwrites nothing/)
    const other = await run('none', join(folder, 'none'))
    assert.deepEqual([other.code, /There is no space none/.test(other.stderr)], [1, true])
  } finally {
    await server.stop()
    await store.remove()
  }
})

test('what it cannot keep is told', async () => {
  const store = await createTestStore('sqlite')
  const server = await startTestServer(store.options)
  const { dataDirectory } = store.options as { dataDirectory: string }
  const folder = temporaryFolder()
  const out = join(folder, 'out')
  try {
    const odd = linkedFileUrl('x:y?.sh', Buffer.from('echo'))
    await server.post({ pageTitle: 'Imported', content: `[x](${odd})` })
    const args = ['space', 'export', 'docs', out, '--data', dataDirectory, '--json']
    const { code, stdout, stderr } = await callCli(args)
    assert.equal(code, 1, stderr)
    assert.deepEqual(JSON.parse(stdout).warnings, {
      'imported.md': ['the file "x:y?.sh" is called x_y_.sh'],
    })
    const line = 'imported.md: the file "x:y?.sh" is called x_y_.sh\n'
    const [told, failure = ''] = stderr.split(/(?<=\n)/)
    assert.equal(told, line)
    assert.match(failure, /1 thing could not be kept as it was; warnings\.txt/)
    assert.equal(readFileSync(join(out, 'warnings.txt'), 'utf8'), line)
  } finally {
    await server.stop()
    await store.remove()
  }
})
