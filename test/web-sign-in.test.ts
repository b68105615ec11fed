/** Signing in to the web pages: sessions and their end, cookies, and who may read. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { passwords } from '../src/accounts/passwords/passwords.ts'
import { users } from '../src/accounts/users.ts'
import type { ServeOptions } from '../src/server/service/serve-options.ts'
import { nextPath } from '../src/server/web/session/next-path.ts'
import { sql } from '../src/store/sql.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'
import { type EngineName, forEachEngine } from './support/store/test-engines.ts'

const hourMs = 60 * 60 * 1000

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
    assert.match(page.html, /<b class="truncate">ann<\/b>/)
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
    const { location, headers } = await visitor.submit('/sign-out')
    assert.deepEqual([location, headers.get('clear-site-data')], ['/sign-in', '"cache"'])
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
    const keeper = users({ database, ids: server().ids, clock: () => new Date() }, passwords())
    await keeper.disable('gone', 'test')
    assert.equal(await isSignedIn(visitor), false)
    assert.equal((await client().signIn('gone', userPassword)).status, 400)
    await keeper.enable('GONE', 'test')
    assert.equal(await isSignedIn(visitor), false)
    await signedIn('gone')
    await assert.rejects(keeper.enable('gone', 'test'), { key: 'not-found' })
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
})

test('behind a proxy that ends TLS cookies are bound to this host, and browsers to HTTPS', async () => {
  const server = await startFreshServer('sqlite', { isBehindProxy: true })
  await server.createUser('ann')
  const visitor = webClient(server.url)
  const answer = await visitor.signIn('ann', userPassword)
  const [line = ''] = answer.headers.getSetCookie()
  const expected =
    /^__Host-markport=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/
  assert.match(line, expected)
  assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000')
  assert.match((await visitor.get('/')).html, /<b class="truncate">ann<\/b>/)
  visitor.cookies.set('markport', visitor.cookies.get('__Host-markport') ?? '')
  visitor.cookies.delete('__Host-markport')
  assert.doesNotMatch((await visitor.get('/')).html, /<b class="truncate">ann<\/b>/)
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
