import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { spaceAccess } from '../src/accounts/access.ts'
import { sessions } from '../src/accounts/sessions/sessions.ts'
import { idAllocator } from '../src/store/ids.ts'
import { webClient } from './support/browser/web-client.ts'
import { dayMs, userPassword } from './support/prepared-store.ts'
import { startTestServer, type TestServer, validImport } from './support/service/test-server.ts'
import { openTestDatabase } from './support/store/shared-writer.ts'
import { createTestStore } from './support/store/test-engines.ts'

let store: Awaited<ReturnType<typeof createTestStore>>
let server: TestServer
const logged: string[] = []
let path: string

before(async () => {
  store = await createTestStore('sqlite')
  server = await startTestServer(store.options, { readers: 'users' }, logged)
  const { json } = await server.post({ pageTitle: 'Read again' })
  path = new URL(json.page.url).pathname
})
after(async () => {
  await server.stop()
  await store.remove()
})

let readers = 0
async function newReader() {
  readers += 1
  const user = await server.createUser(`reader${readers}`)
  await server.grant(user, server.space, 'read')
  const client = webClient(server.url)
  await client.signIn(user.name, userPassword)
  // A new answer masks its form token differently.
  const tokenOf = async (): Promise<string | undefined> => {
    const answer = await client.get(path)
    assert.equal(answer.status, 200)
    return answer.elements('input').find(({ attrs }) => attrs.name === 'csrf')?.attrs.value
  }
  const untilKept = async (): Promise<string> => {
    for (;;) {
      const [first, second] = [await tokenOf(), await tokenOf()]
      if (first !== undefined && first === second) return first
    }
  }
  return { user, client, tokenOf, untilKept }
}

test('a second view is the first one again, with an id and a line in the log of its own', async () => {
  const { client, untilKept } = await newReader()
  const routed = await client.get(path)
  const fromRoute = routed.headers.get('x-request-id')
  await untilKept()
  const [one, other] = [await client.get(path), await client.get(path)]
  assert.equal(one.html, other.html)
  const [id, otherId] = [one, other].map(({ headers }) => headers.get('x-request-id'))
  assert.notEqual(id, otherId)
  const withoutOwn = (headers: Headers) =>
    [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  assert.deepEqual(withoutOwn(one.headers), withoutOwn(other.headers))
  // Form tokens differ, so compressed lengths differ.
  const withoutLength = (headers: Headers) =>
    withoutOwn(headers).filter(([name]) => name !== 'content-length')
  assert.deepEqual(withoutLength(one.headers), withoutLength(routed.headers))
  const lines = logged.map((line) => JSON.parse(line))
  const lineOf = (wanted: string | null | undefined) => {
    const { requestId, time, ms, ...line } = lines.find(({ requestId }) => requestId === wanted)
    assert.equal(typeof ms, 'number')
    return line
  }
  assert.deepEqual(lineOf(otherId), lineOf(fromRoute))
})

test('the form of a kept page still signs out', async () => {
  const { client, untilKept } = await newReader()
  await untilKept()
  assert.equal((await client.submit('/sign-out')).status, 303)
  assert.equal((await client.get(path)).status, 303)
})

test('a new version is seen at once', async () => {
  const { client, untilKept } = await newReader()
  await untilKept()
  for (const content of ['second', 'third']) {
    await server.post({ pageTitle: 'Read again', content, overwrite: true })
    assert.match((await client.get(path)).html, new RegExp(content))
    assert.equal((await client.get(`${path}.md`)).html, content)
    assert.equal((await client.get(`${path}.md?version=1`)).html, validImport(server).content)
    await untilKept()
  }
})

test('whoever loses access or session loses the page at once', async () => {
  const outcast = await newReader()
  await outcast.untilKept()
  assert.equal((await outcast.client.get(`${path}.md`)).status, 200)
  const access = spaceAccess(server.database, server.ids, server.clock)
  const place = { userId: outcast.user.id, spaceId: Number(server.space.id) }
  await access.revoke({ ...place, revokedBy: 'test' })
  for (const gone of [path, `${path}.md`]) {
    assert.equal((await outcast.client.get(gone)).status, 404)
  }
  const ended = await newReader()
  await ended.untilKept()
  assert.equal((await ended.client.get(`${path}.md`)).status, 200)
  // A write of another process, which this server's cache does not hear of.
  const other = await openTestDatabase(store.options)
  const others = sessions(other, idAllocator(other), server.clock)
  await others.endSome({ userId: ended.user.id, endedBy: 'test' })
  await other.close()
  assert.equal((await ended.client.get(path)).status, 303)
  assert.equal((await ended.client.get(`${path}.md`)).status, 401)
})

test('a kept page is nobody else’s', async () => {
  const { untilKept } = await newReader()
  await untilKept()
  assert.equal((await webClient(server.url).get(path)).status, 303)
  const stranger = await server.createUser('stranger')
  const client = webClient(server.url)
  await client.signIn(stranger.name, userPassword)
  assert.equal((await client.get(path)).status, 404)
})

test('a session ends in its time, however its pages are kept', async () => {
  const { client, tokenOf, untilKept } = await newReader()
  const first = await untilKept()
  server.advanceClock(61_000)
  assert.notEqual(await tokenOf(), first)
  await untilKept()
  server.advanceClock(7 * dayMs)
  assert.equal((await client.get(path)).status, 303)
})
