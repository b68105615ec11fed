/** However requests, client and service fail: after the last run each file is one page, and the report is true. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../src/store/sql.ts'
import { docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { runImportFaults } from './support/folders/import-faults.ts'
import { startFaultyProxy } from './support/network/faulty-proxy.ts'
import { startRefusingService } from './support/network/scripted-service.ts'
import { startFreshServer } from './support/service/fresh-server.ts'

test('imports every file exactly once through faults, kills and reruns', async (t) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-faults-'))
  t.after(() => rmSync(dataDirectory, { recursive: true, force: true }))
  const report = await runImportFaults({ rounds: 3, dataDirectory })
  assert.deepEqual(report.wrong, [])
  assert.equal(report.rounds, 3)
  assert.equal(report.serviceKills, 1)
  const faults = Object.values(report.faults).reduce((sum, count) => sum + count, 0)
  assert.ok(faults > 0, JSON.stringify(report))
})

test('what is below a page that got no answer waits for it, and is made in one place', async (t) => {
  const server = await startFreshServer('sqlite')
  t.after(() => server.stop())
  for (const hasReservations of [true, false]) {
    let refused = 'X'
    const service = await startRefusingService(server.endpoint, ({ path, fields }) => {
      if (/\/(?:reservations|sources)(?:\?|\/|$)/.test(path ?? ''))
        return hasReservations ? undefined : 404
      return fields.pageTitle === refused ? 503 : undefined
    })
    t.after(() => service.stop())
    const space = await server.createSpace(hasReservations ? 'NEW' : 'OLD')
    const files = { 'x/README.md': '# X\n\nx', 'x/a.md': '# A\n\na', 'x/y/b.md': '# B\n\nb' }
    const folder = docsFolder({ ...files, 'c.md': '# C\n\nc' })
    const run = () => importDocs({ ...server, space, endpoint: service.endpoint }, folder)
    const { report, pages } = await run()
    const { created, failed, 'not-sent': left } = report.counts
    assert.deepEqual([created, failed, left], [1, 1, 3])
    assert.match(pages['x/y/b.md']?.message ?? '', /^The page above it could not be sent yet\./)
    refused = ''
    assert.equal((await run()).report.counts.created, 4)
    const rows = await server.database.read(
      sql`select id from pages where space_id = ${Number(space.id)}`,
    )
    assert.equal(rows.length, 6)
  }
})

test('a file is sent again when nobody told what became of it, also as it was before', async (t) => {
  const server = await startFreshServer('sqlite')
  // Every request arrives, and no answer comes back.
  const losing = await startFaultyProxy(
    () => 0.8,
    (url) => url.endsWith('/webtrigger'),
  )
  losing.aim(server.endpoint, 1)
  const folder = docsFolder({ 'a.md': '# A\n\nfirst' })
  t.after(async () => {
    folder.remove()
    await losing.stop()
    await server.stop()
  })
  const run = async (endpoint: string) => {
    const { report, pages } = await importDocs({ ...server, endpoint }, folder)
    return { counts: report.counts, ...pages['a.md'] }
  }
  const { page } = await run(server.endpoint)
  folder.write({ 'a.md': '# A\n\nsecond' })
  assert.equal((await run(losing.endpoint)).counts.failed, 1)
  assert.equal(losing.counts['lose-answer'] > 0, true)
  folder.write({ 'a.md': '# A\n\nfirst' })
  const last = await run(server.endpoint)
  assert.deepEqual([last.outcome, last.page?.id, last.page?.version], ['updated', page?.id, 3])
  assert.equal((await run(server.endpoint)).counts.unchanged, 1)
})
