import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { idAllocator } from '../src/database/ids.ts'
import { trashPage } from '../src/embedded-wiki/store/trash-page.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { createTestDatabase, stopOwnCluster } from './support/postgres/test-postgres.ts'
import { send, startTestServer, type TestServer } from './support/service/test-server.ts'

test('who trashes a page waits for an import below it, which goes along', async () => {
  const place = await createTestDatabase()
  const server = await startTestServer({ databaseUrl: place.url })
  const holder = new pg.Client({ connectionString: place.url })
  await holder.connect()
  try {
    for (const isLocking of [true, false]) {
      const { json } = await server.post({ pageTitle: `Parent ${isLocking}` })
      const parentId: string = json.page.id
      await holder.query('begin')
      const { writing, id } = isLocking
        ? await importHeld(server, holder, parentId)
        : await insertUnlocked(server, holder, parentId)
      const { database, clock } = server
      const dependencies = { database, clock, ids: idAllocator(database) }
      const trashing = trashPage(dependencies, parentId, 'test')
      if (isLocking) await untilWaiting(holder, 2)
      else assert.equal(await trashing, 1, 'control: without the lock nobody waits')
      await holder.query('commit')
      await writing
      assert.equal(await trashing, isLocking ? 2 : 1)
      const { rows } = await holder.query('select status from pages where id = $1', [id])
      assert.deepEqual(rows, [{ status: isLocking ? 'trashed' : 'current' }])
    }
  } finally {
    await holder.end()
    await server.stop()
    await place.drop()
    await stopOwnCluster()
  }
})

interface HeldWrite {
  readonly id: string
  readonly writing: Promise<unknown>
}

async function importHeld(
  server: TestServer,
  holder: pg.Client,
  parentId: string,
): Promise<HeldWrite> {
  const page = { pageTitle: 'Held', parentId }
  const pages = [{ ref: 'one', ...page }]
  const headers = { authorization: `Bearer ${server.token}` }
  const body = JSON.stringify({ spaceId: 'DOCS', pages })
  const reserved = await send(server.endpoint.replace(/webtrigger$/, 'reservations'), body, headers)
  const { id } = reserved.json.pages[0]
  await holder.query('select id from page_reservations where id = $1 for update', [id])
  const writing = server.post(page).then(({ status }) => assert.equal(status, 201))
  await untilWaiting(holder, 1)
  return { id, writing }
}

/** Control: an import that does not lock its place. */
async function insertUnlocked(
  server: TestServer,
  holder: pg.Client,
  parentId: string,
): Promise<HeldWrite> {
  const id = String(await idAllocator(server.database).nextId())
  await holder.query(
    `insert into pages (space_id, id, parent_id, title, title_key, status, version, content_hash,
      author_id, created_at, updated_at)
    select space_id, $1, id, 'Held', 'held', 'current', 1, '', author_id, 0, 0
    from pages where id = $2`,
    [id, parentId],
  )
  return { id, writing: Promise.resolve() }
}

async function untilWaiting(client: pg.Client, count: number): Promise<void> {
  await waitUntil(`${count} wait for a lock`, async () => {
    const { rows } = await client.query(
      `select pg_stat_clear_snapshot() from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length === count
  })
}
