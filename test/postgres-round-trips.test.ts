/** How often an import asks PostgreSQL something, and waits for the answer. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { importPage } from '../src/folder/client/import-page.ts'
import { askPreview, previewEndpoint } from '../src/folder/client/service-requests.ts'
import { type DatabaseProxy, startDatabaseProxy } from './support/network/database-proxy.ts'
import { createTestDatabase, stopOwnCluster } from './support/postgres/test-postgres.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'

let place: { url: string; drop(): Promise<void> }
let proxy: DatabaseProxy
let server: TestServer
let number = 0

before(async () => {
  place = await createTestDatabase()
  proxy = await startDatabaseProxy(place.url)
  server = await startTestServer({ databaseUrl: proxy.url })
})
after(async () => {
  await server.stop()
  await proxy.stop()
  await place.drop()
  await stopOwnCluster()
})

/** Now and then a round trip carries other work, so the fewest count. */
async function fewestTrips(
  expected: number,
  makeRequest: () => { fields?: Record<string, unknown>; headers?: Record<string, string> },
): Promise<number> {
  const counts: number[] = []
  for (let round = 0; round < 5; round += 1) {
    number += 1
    const { fields, headers } = makeRequest()
    const before = proxy.roundTrips
    const { status } = await server.post({ pageTitle: `Page ${number}`, ...fields }, headers)
    assert.equal(status, expected)
    counts.push(proxy.roundTrips - before)
  }
  return Math.min(...counts)
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('asks three times for an import: for its token, what is there, and to write', async () => {
  assert.equal(await fewestTrips(201, () => ({})), 3)
  const keyed = (): object => ({ headers: { 'Idempotency-Key': `key-${number}` } })
  assert.equal(await fewestTrips(201, keyed), 3)
  const update = { pageTitle: 'Standing', overwrite: true }
  await server.post(update)
  const changed = (): object => ({ fields: { ...update, content: `text ${number}` } })
  assert.equal(await fewestTrips(200, changed), 3)
  const { json } = await server.post({ pageTitle: 'Named' })
  const named = (): object => ({
    fields: { pageTitle: `Named ${number}`, pageId: json.page.id, overwrite: true },
  })
  assert.equal(await fewestTrips(200, named), 3)
})

test('asks once more for an import with an image, whose address names the space', async () => {
  const pictured = (): object => ({ fields: { content: `${number} ![dot](${pixel})` } })
  assert.equal(await fewestTrips(201, pictured), 4)
})

test('asks more often where an answer is given again, which is read and confirmed', async () => {
  const fields = { pageTitle: 'Once' }
  const headers = { 'Idempotency-Key': 'once' }
  await server.post(fields, headers)
  const trips = await fewestTrips(201, () => ({ fields, headers }))
  assert.ok(trips > 3 && trips <= 6, `${trips} round trips`)
})

test('asks as often for the last page of a preview as for its first', async () => {
  const { endpoint, token, space } = server
  const connection = { endpoint, token, runId: 'one', maxAttempts: 1 }
  const asked = { spaceId: space.key }
  const into = { ...connection, endpoint: previewEndpoint(endpoint, 'pr-1') }
  await askPreview(connection, 'pr-1', 'begin', asked)
  const counts: number[] = []
  for (let page = 0; page < 30; page += 1) {
    const before = proxy.roundTrips
    const place = { parentId: space.homepageId, pageTitle: `Put ${page}` }
    await importPage(into, { ...asked, ...place, content: 'Words.' })
    counts.push(proxy.roundTrips - before)
  }
  // Token, space, place, page, commit and what readers see, in three trips.
  assert.deepEqual([Math.min(...counts.slice(0, 10)), Math.min(...counts.slice(20))], [7, 7])
})
