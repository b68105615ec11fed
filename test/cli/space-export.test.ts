/** The export of a space as somebody types it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { hostTokens } from '../../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../../src/database/ids.ts'
import { filesIn, importExport } from '../support/folders/any-space.ts'
import { filesInArchive } from '../support/folders/files-in-archive.ts'
import { dayMs } from '../support/prepared-store.ts'
import { callCli } from '../support/service/run-cli.ts'
import { adfText } from '../support/service/test-host-api.ts'
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

test('it is exported as an archive too, with what was sent in place of Markdown', async () => {
  const store = await createTestStore('sqlite')
  const server = await startTestServer(store.options)
  const { dataDirectory } = store.options as { dataDirectory: string }
  const folder = mkdtempSync(join(tmpdir(), 'markport-export-'))
  const run = (...args: string[]) =>
    callCli(['space', 'export', 'docs', ...args, '--data', dataDirectory, '--json'])
  try {
    await server.post({ pageTitle: 'Imported', content: 'words' })
    const keeper = hostTokens(server.database, idAllocator(server.database), server.clock)
    const made = { name: 'writes', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' }
    const { token } = await keeper.create({ ...made, canWrite: true })
    const body = { representation: 'atlas_doc_format', value: adfText('Written') }
    const created = await fetch(`${server.url}/wiki/api/v2/pages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ spaceId: server.space.id, title: 'Written', body }),
    })
    const { id } = (await created.json()) as { id: string }
    const zip = join(folder, 'docs.zip')
    const { code, stdout, stderr } = await run('--zip', zip)
    assert.equal(code, 0, stderr)
    const { archive, pages, sent } = JSON.parse(stdout)
    assert.deepEqual({ archive, pages, sent }, { archive: zip, pages: 2, sent: 0 })
    const files = filesInArchive(readFileSync(zip))
    assert.deepEqual(Object.keys(files), ['imported.md', 'written.md', 'markport.json'])
    await run(join(folder, 'out'))
    assert.deepEqual(filesIn(join(folder, 'out')), files)

    const again = await run('--zip', zip)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /docs\.zip is there already, and an export overwrites nothing/)
    assert.deepEqual(filesInArchive(readFileSync(zip)), files)
    const nowhere = await run('--zip', join(folder, 'none', 'docs.zip'))
    assert.equal(nowhere.code, 1)
    assert.match(nowhere.stderr, /docs\.zip cannot be written \(ENOENT\)/)

    const whole = await run('--zip', join(folder, 'sent.zip'), '--with-sent')
    assert.equal(JSON.parse(whole.stdout).sent, 1)
    const { [`sent/${id}.json`]: document = '', ...others } = filesInArchive(
      readFileSync(join(folder, 'sent.zip')),
    )
    assert.deepEqual(JSON.parse(document), JSON.parse(adfText('Written')))
    assert.deepEqual(others, files)
    // An import passes over it.
    await run(join(folder, 'whole'), '--with-sent')
    const place = await server.createSpace('COPY')
    const { report } = await importExport(server, place, { path: join(folder, 'whole') })
    assert.deepEqual([report.counts.created, report.counts.failed], [2, 0])
  } finally {
    rmSync(folder, { recursive: true })
    await server.stop()
    await store.remove()
  }
})
