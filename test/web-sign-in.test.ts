/** Signing in to the web pages: sessions and their end, bounds on guessing, and who may read. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listAuditRecords } from '../src/auth/audit.ts'
import { guessBounds } from '../src/auth/guess-limit.ts'
import { hostTokens } from '../src/auth/host-tokens.ts'
import { oneTimeLinks } from '../src/auth/one-time-links.ts'
import { passwords } from '../src/auth/passwords.ts'
import { users } from '../src/auth/users.ts'
import { idAllocator } from '../src/database/ids.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { sql } from '../src/database/sql.ts'
import { openLog } from '../src/log.ts'
import { type ServeOptions, startServer } from '../src/server.ts'
import { nextPath } from '../src/web/next-path.ts'
import { startFreshServer } from './support/fresh-server.ts'
import { prepareStore, userPassword } from './support/prepared-store.ts'
import { createTestStore, type EngineName, forEachEngine } from './support/test-engines.ts'
import { defaultOptions, startTestServer, type TestServer } from './support/test-server.ts'
import { type WebClient, webClient } from './support/web-client.ts'

const hourMs = 60 * 60 * 1000

/** Run a server for the cases that follow. */
function serverFor(engine: EngineName, overrides: Partial<ServeOptions> = {}): () => TestServer {
  let server: TestServer
  before(async () => {
    server = await startFreshServer(engine, overrides)
  })
  after(() => server.stop())
  return () => server
}

forEachEngine((_, engine) => {
  const server = serverFor(engine, { readers: 'users' })
  const client = (): WebClient => webClient(server().url)
  const signedIn = async (name: string): Promise<WebClient> => {
    const visitor = client()
    assert.equal((await visitor.signIn(name, userPassword)).status, 303)
    return visitor
  }
  const isSignedIn = async (visitor: WebClient): Promise<boolean> =>
    (await visitor.get('/')).status === 200

  test('leads to the form, and from there back to the page', async () => {
    const path = `/wiki/spaces/DOCS/pages/${server().space.homepageId}`
    await server().createUser('ann', { isAdministrator: true })
    const visitor = client()
    const { status, location } = await visitor.get(path)
    assert.deepEqual([status, location], [303, `/sign-in?next=${encodeURIComponent(path)}`])
    const form = await visitor.get(location ?? '')
    assert.equal(form.status, 200)
    assert.ok(form.elements('input').some(({ attrs }) => attrs.autocomplete === 'current-password'))
    const answer = await visitor.submit('/sign-in', {
      name: ' ANN ',
      password: userPassword,
      next: path,
    })
    assert.deepEqual([answer.status, answer.location], [303, path])
    const page = await visitor.get(path)
    assert.equal(page.status, 200)
    assert.match(page.html, /<span>ann<\/span>/)
    assert.equal((await visitor.get('/sign-in')).location, '/')
  })

  test('gives a new id that the store knows only the hash of', async () => {
    await server().createUser('fix')
    const visitor = client()
    const chosen = 'A'.repeat(43)
    visitor.cookies.set('markport', chosen)
    const answer = await visitor.signIn('fix', userPassword)
    const [line = ''] = answer.headers.getSetCookie()
    assert.match(line, /^markport=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    const id = visitor.cookies.get('markport') ?? ''
    assert.notEqual(id, chosen)
    assert.equal(await isSignedIn(visitor), true)
    const rows = JSON.stringify(await server().database.read(sql`select * from sessions`))
    assert.equal(rows.includes(id), false)
    visitor.cookies.set('markport', chosen)
    assert.equal(await isSignedIn(visitor), false)
  })

  test('signing out ends the session on the server', async () => {
    await server().createUser('out')
    const visitor = await signedIn('out')
    const id = visitor.cookies.get('markport') ?? ''
    await visitor.get('/')
    assert.equal((await visitor.submit('/sign-out')).location, '/sign-in')
    assert.equal(visitor.cookies.has('markport'), false)
    visitor.cookies.set('markport', id)
    assert.equal(await isSignedIn(visitor), false)
  })

  test('signing in again ends the session before', async () => {
    await server().createUser('again')
    const visitor = await signedIn('again')
    const id = visitor.cookies.get('markport') ?? ''
    await visitor.get('/sign-in?password=chosen')
    await visitor.submit('/sign-in', { name: 'again', password: userPassword })
    assert.equal(await isSignedIn(visitor), true)
    visitor.cookies.set('markport', id)
    assert.equal(await isSignedIn(visitor), false)
  })

  test('a session ends after 8 hours without use, and after 7 days with it', async () => {
    await server().createUser('idle')
    const idle = await signedIn('idle')
    const busy = await signedIn('idle')
    for (let hours = 0; hours < 6 * 24; hours += 7) {
      assert.equal(await isSignedIn(busy), true)
      server().advanceClock(7 * hourMs)
    }
    assert.equal(await isSignedIn(busy), true)
    assert.equal(await isSignedIn(idle), false)
    for (let hours = 0; hours < 24; hours += 7) {
      await busy.get('/')
      server().advanceClock(7 * hourMs)
    }
    assert.equal(await isSignedIn(busy), false)
    await signedIn('idle')
    const [left] = await server().database.read(sql`
      select count(*) as count from sessions s join users u on u.id = s.user_id
      where u.name = 'idle'`)
    assert.equal(left?.count, 1)
  })

  test('a user who is disabled is signed out, and stays so when enabled again', async () => {
    await server().createUser('gone')
    const visitor = await signedIn('gone')
    const { database } = server()
    const keeper = users(database, idAllocator(database), () => new Date(), passwords())
    await keeper.disable('gone', 'test')
    assert.equal(await isSignedIn(visitor), false)
    assert.equal((await client().signIn('gone', userPassword)).status, 400)
    await keeper.enable('GONE', 'test')
    assert.equal(await isSignedIn(visitor), false)
    await signedIn('gone')
    await assert.rejects(keeper.enable('gone', 'test'), { key: 'not-found' })
  })

  test('choosing another password ends all sessions, and leads to the form', async () => {
    const { id } = await server().createUser('forgot')
    const visitor = await signedIn('forgot')
    const { database } = server()
    const links = oneTimeLinks(database, idAllocator(database), server().clock, passwords())
    const { code } = await links.create(id, 'test')
    const other = client()
    await other.get(`/choose-password/${code}`)
    const password = 'another long password'
    const answer = await other.submit(`/choose-password/${code}`, { password, repeated: password })
    assert.equal(answer.status, 303)
    assert.match((await other.get(answer.location ?? '')).html, /Your password is saved/)
    assert.equal(await isSignedIn(visitor), false)
    assert.equal((await other.signIn('forgot', password)).status, 303)
  })

  test('a wrong name and a wrong password look the same, and keep the name', async () => {
    await server().createUser('wrong')
    for (const name of ['wrong', 'nobody', '"><script>alert(1)</script>']) {
      const { status, html, elements } = await client().signIn(name, 'not the password')
      assert.equal(status, 400)
      assert.match(html, /role="alert">The user name or the password is wrong\./)
      const inputs = elements('input')
      assert.equal(inputs.find(({ attrs }) => attrs.name === 'name')?.attrs.value, name)
      assert.equal(inputs.find(({ attrs }) => attrs.name === 'password')?.attrs.value, undefined)
      assert.ok(elements('script').every(({ text }) => text === ''))
    }
  })

  test('users see the spaces they were given, and no sign of others', async () => {
    const { space, createUser, createSpace, grant } = server()
    const closed = await createSpace('CLOSED')
    await grant(await createUser('reader'), space, 'read')
    const reader = await signedIn('reader')
    const start = await reader.get('/')
    assert.match(start.html, /Space DOCS/)
    assert.doesNotMatch(start.html, /CLOSED/)
    assert.equal((await reader.get(`/wiki/spaces/DOCS/pages/${space.homepageId}`)).status, 200)
    const unknown = await reader.get('/wiki/spaces/NONE/pages/1')
    for (const path of [
      '/wiki/spaces/CLOSED',
      `/wiki/spaces/${closed.id}`,
      `/wiki/spaces/CLOSED/pages/${closed.homepageId}`,
      `/wiki/spaces/DOCS/pages/${closed.homepageId}`,
    ]) {
      const { status, elements } = await reader.get(path)
      assert.equal(status, 404, path)
      assert.equal(elements('main')[0]?.text, unknown.elements('main')[0]?.text)
    }
    await createUser('boss', { isAdministrator: true })
    const boss = await signedIn('boss')
    assert.match((await boss.get('/')).html, /CLOSED/)
    assert.equal((await boss.get(`/wiki/spaces/CLOSED/pages/${closed.homepageId}`)).status, 200)
  })
})

test('behind a proxy that ends TLS the cookie is bound to this host', async () => {
  const server = await startFreshServer('sqlite', { isBehindProxy: true })
  await server.createUser('ann')
  const visitor = webClient(server.url)
  const answer = await visitor.signIn('ann', userPassword)
  const [line = ''] = answer.headers.getSetCookie()
  const expected =
    /^__Host-markport=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/
  assert.match(line, expected)
  assert.match((await visitor.get('/')).html, /<span>ann<\/span>/)
  visitor.cookies.set('markport', visitor.cookies.get('__Host-markport') ?? '')
  visitor.cookies.delete('__Host-markport')
  assert.doesNotMatch((await visitor.get('/')).html, /<span>ann<\/span>/)
  await server.stop()
})

test('leads on only to paths of its own', () => {
  for (const [text, path] of [
    ['/manage/tokens?a=1', '/manage/tokens?a=1'],
    ['/wiki/spaces/A#part', '/wiki/spaces/A'],
    [undefined, '/'],
    ['', '/'],
    ['manage', '/'],
    ['//evil.example', '/'],
    ['///evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/..//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/a\r\nSet-Cookie: x=1', '/aSet-Cookie:%20x=1'],
  ] as const) {
    assert.equal(nextPath(text), path, JSON.stringify(text))
  }
})

test('wrong passwords from elsewhere keep nobody out, and a known device is spared at home', async () => {
  const server = await startFreshServer('sqlite', { isBehindProxy: true })
  await server.createUser('ann')
  const stranger = webClient(server.url)
  const ann = webClient(server.url)
  const attempt = async (visitor: WebClient, password: string, from: string) => {
    await visitor.get('/sign-in?password=chosen')
    const fields = { name: 'ann', password }
    return visitor.submit('/sign-in', fields, { 'x-forwarded-for': `1.1.1.1, ${from}` })
  }
  const signedIn = await attempt(ann, userPassword, '2001:db8:0:1::1')
  const [, line = ''] = signedIn.headers.getSetCookie()
  assert.match(
    line,
    /^__Host-markport-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  for (let index = 0; index < guessBounds.perNameAndNetwork; index += 1) {
    const address = `2001:db8:0:1:${index}::1`
    assert.equal((await attempt(stranger, 'wrong', address)).status, 400)
  }
  const refused = await attempt(stranger, userPassword, '2001:db8:0:1::ffff')
  assert.equal(refused.status, 429)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 60 && seconds <= 90, String(seconds))
  assert.match(refused.html, /role="alert">Too many wrong passwords for this user name from your/)
  // A device that signed in before, on the same network, and any device on another.
  assert.equal((await attempt(ann, userPassword, '2001:db8:0:1::1')).status, 303)
  assert.equal((await attempt(webClient(server.url), userPassword, '10.0.0.1')).status, 303)

  // The cookie alone is nothing: it was exchanged at each sign-in, and is of this user only.
  const thief = webClient(server.url)
  const id = /=([\w-]{43});/.exec(line)?.[1] ?? ''
  thief.cookies.set('__Host-markport-device', id)
  assert.equal((await attempt(thief, userPassword, '2001:db8:0:1::1')).status, 429)
  const rows = JSON.stringify(await server.database.read(sql`select * from known_devices`))
  assert.equal(rows.includes(ann.cookies.get('__Host-markport-device') ?? ''), false)
  await server.stop()
})

test('counts on after a restart, and lets in whoever chooses a password by a link', async () => {
  const store = await createTestStore('sqlite')
  const first = await startTestServer(store.options)
  const { id } = await first.createUser('ann')
  for (let index = 0; index < guessBounds.perNameAndNetwork; index += 1) {
    assert.equal((await webClient(first.url).signIn('ann', 'wrong')).status, 400)
  }
  await first.stop()
  const server = await startServer(
    { ...defaultOptions, database: store.options },
    { clock: () => new Date(), log: openLog('silent', { write: () => {} }) },
  )
  const visitor = webClient(server.url)
  assert.equal((await visitor.signIn('ann', userPassword)).status, 429)
  const database = await openDatabase(store.options)
  const ids = idAllocator(database)
  const links = oneTimeLinks(database, ids, () => new Date(), passwords())
  const { code } = await links.create(id, 'test')
  const password = 'another long password'
  await visitor.get(`/choose-password/${code}`)
  await visitor.submit(`/choose-password/${code}`, { password, repeated: password })
  assert.equal((await webClient(server.url).signIn('ann', password)).status, 429)
  assert.equal((await visitor.signIn('ann', password)).status, 303)
  await database.close()
  await server.stop()
  await store.remove()
})

test('failed sign-ins leave a line in the log, and a few audit records, without what was typed', async () => {
  const lines: string[] = []
  const store = await createTestStore('sqlite')
  const server = await startServer(
    { ...defaultOptions, database: store.options },
    { clock: () => new Date(), log: openLog('info', { write: (line) => void lines.push(line) }) },
  )
  const prepared = await prepareStore(store.options)
  await prepared.createUser('ann')
  const typed = 'my password in the wrong field'
  for (let index = 0; index < 10; index += 1) await webClient(server.url).signIn('ANN', typed)
  await webClient(server.url).signIn(typed, 'wrong')
  await webClient(server.url).signIn('ann', userPassword)
  const failed = lines.filter((line) => line.includes('"sign-in failed"'))
  assert.equal(failed.length, 11)
  const { level, user, network, tries } = JSON.parse(failed[9] ?? '')
  assert.deepEqual([level, user, network, tries], ['warn', 'ann', '127.0.0.1', 10])
  assert.equal(JSON.parse(failed[10] ?? '').user, null)
  const records = await listAuditRecords(prepared.database, { limit: 4 })
  assert.deepEqual(
    records.map(({ action, actor, subject, address, detail }) => [
      action,
      actor,
      subject,
      address,
      detail.tries,
    ]),
    [
      ['sign-in', 'ann', 'ann', '127.0.0.1', undefined],
      ['sign-in-failed', '', '', '127.0.0.1', 1],
      ['sign-in-failed', '', 'ann', '127.0.0.1', 10],
      ['sign-in-failed', '', 'ann', '127.0.0.1', 1],
    ],
  )
  const everything = JSON.stringify(records) + lines.join('')
  assert.equal(everything.includes(typed), false)
  await prepared.database.close()
  await server.stop()
  await store.remove()
})

test('common passwords are refused, and the form keeps what else was chosen', async () => {
  const server = await startFreshServer('sqlite')
  const { id } = await server.createUser('forgot')
  await server.createToken('of-forgot', { owner: 'forgot' })
  const { database } = server
  const links = oneTimeLinks(database, idAllocator(database), server.clock, passwords())
  const { code } = await links.create(id, 'test')
  const visitor = webClient(server.url)
  await visitor.get(`/choose-password/${code}`)
  const password = 'Password1234'
  const answer = await visitor.submit(`/choose-password/${code}`, {
    password,
    repeated: password,
    deleteTokens: 'yes',
  })
  assert.equal(answer.status, 400)
  assert.match(answer.html, /role="alert">password is on the list of common passwords/)
  const box = answer.elements('input').find(({ attrs }) => attrs.name === 'deleteTokens')
  assert.ok(box !== undefined && 'checked' in box.attrs)
  await server.stop()
})

for (const isDeletingTokens of [false, true]) {
  test(`a new password ${isDeletingTokens ? 'ends' : 'leaves'} tokens as was chosen`, async () => {
    const server = await startFreshServer('sqlite')
    const { id } = await server.createUser('ann')
    const { database } = server
    const ids = idAllocator(database)
    await server.createToken('api-of-ann', { owner: 'ann' })
    const day = 24 * hourMs
    const host = { name: 'host-of-ann', owner: 'ann', lifetimeMs: day, createdBy: 'test' }
    await hostTokens(database, ids, server.clock).create(host)
    const links = oneTimeLinks(database, ids, server.clock, passwords())
    const { code } = await links.create(id, 'test')
    const visitor = webClient(server.url)
    const form = await visitor.get(`/choose-password/${code}`)
    assert.match(form.html, /Also delete my API tokens and host tokens \(2\)/)
    const password = 'another long password'
    const fields = { password, repeated: password }
    const answer = await visitor.submit(
      `/choose-password/${code}`,
      isDeletingTokens ? { ...fields, deleteTokens: 'yes' } : fields,
    )
    assert.equal(answer.status, 303)
    const tokens = await database.read<{ name: string }>(sql`
      select name from api_tokens union all select name from host_tokens order by name`)
    const kept = isDeletingTokens ? [] : ['api-of-ann', 'host-of-ann']
    assert.deepEqual(
      tokens.map(({ name }) => name),
      [...kept, 'first-token'].sort(),
    )
    const records = await listAuditRecords(database, { limit: 10, actor: 'ann' })
    const deleted = records.filter(({ action }) => action.endsWith('-delete'))
    assert.deepEqual(
      deleted.map(({ subject, address }) => [subject, address]).sort(),
      isDeletingTokens
        ? [
            ['api-of-ann', '127.0.0.1'],
            ['host-of-ann', '127.0.0.1'],
          ]
        : [],
    )
    await server.stop()
  })
}

test('offers to delete tokens only to whoever has any', async () => {
  const server = await startFreshServer('sqlite')
  const form = await webClient(server.url).get(new URL(server.setupLink ?? '').pathname)
  assert.equal(form.status, 200)
  assert.match(form.html, /Also delete my API tokens and host tokens \(1\)/)
  const { id } = await server.createUser('mia')
  const { database } = server
  const links = oneTimeLinks(database, idAllocator(database), server.clock, passwords())
  const { code } = await links.create(id, 'test')
  const other = await webClient(server.url).get(`/choose-password/${code}`)
  assert.doesNotMatch(other.html, /Also delete/)
  await server.stop()
})

test('checks a few passwords at a time, and asks the others to come again', async () => {
  const server = await startFreshServer('sqlite')
  const visitors = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const visitor = webClient(server.url)
      await visitor.get('/sign-in')
      return visitor
    }),
  )
  const answers = await Promise.all(
    visitors.map((visitor) => visitor.submit('/sign-in', { name: 'x', password: 'wrong' })),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  assert.ok(statuses.has(503), [...statuses].join())
  for (const { status, headers } of answers) {
    assert.ok(status === 400 || status === 503 || status === 429)
    if (status !== 400) assert.ok(Number(headers.get('retry-after')) >= 1)
  }
  await server.stop()
})
