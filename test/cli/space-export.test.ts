import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { linkedFileUrl } from '../../src/convert/embedded-images/data-urls.ts'
import { filesIn } from '../support/folders/any-space.ts'
import { filesInArchive } from '../support/folders/files-in-archive.ts'
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
    for (const args of [[], [join(folder, 'both'), '--zip', join(folder, 'both.zip')]]) {
      const unclear = await run('docs', ...args)
      assert.equal(unclear.code, 2)
      assert.match(unclear.stderr, /either a folder, or --zip FILE/)
    }
  } finally {
    rmSync(folder, { recursive: true })
    await server.stop()
    await store.remove()
  }
})

test('it is exported as an archive too', async () => {
  const store = await createTestStore('sqlite')
  const server = await startTestServer(store.options)
  const { dataDirectory } = store.options as { dataDirectory: string }
  const folder = mkdtempSync(join(tmpdir(), 'markport-export-'))
  const run = (...args: string[]) =>
    callCli(['space', 'export', 'docs', ...args, '--data', dataDirectory, '--json'])
  try {
    const odd = linkedFileUrl('x:y?.sh', Buffer.from('echo'))
    await server.post({ pageTitle: 'Imported', content: `[x](${odd})` })
    const zip = join(folder, 'docs.zip')
    const { code, stdout, stderr } = await run('--zip', zip)
    assert.equal(code, 1, stderr)
    const { archive, pages, warnings } = JSON.parse(stdout)
    assert.deepEqual({ archive, pages }, { archive: zip, pages: 1 })
    assert.deepEqual(warnings, { 'imported.md': ['the file "x:y?.sh" is called x_y_.sh'] })
    const line = 'imported.md: the file "x:y?.sh" is called x_y_.sh\n'
    const [told, failure = ''] = stderr.split(/(?<=\n)/)
    assert.equal(told, line)
    assert.match(failure, /1 thing could not be kept as it was; warnings\.txt/)
    const files = filesInArchive(readFileSync(zip))
    assert.equal(files['warnings.txt'], line)
    await run(join(folder, 'out'))
    assert.deepEqual(filesIn(join(folder, 'out')), files)

    const again = await run('--zip', zip)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /docs\.zip is there already, and an export overwrites nothing/)
    assert.deepEqual(filesInArchive(readFileSync(zip)), files)
    const nowhere = await run('--zip', join(folder, 'none', 'docs.zip'))
    assert.equal(nowhere.code, 1)
    assert.match(nowhere.stderr, /docs\.zip cannot be written \(ENOENT\)/)
  } finally {
    rmSync(folder, { recursive: true })
    await server.stop()
    await store.remove()
  }
})
