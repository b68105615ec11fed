/** Signing in by a real OpenID provider: who comes in, as whom, with what, and who does not. @module */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type AuditRecord, listAuditRecords } from '../src/accounts/audit.ts'
import { discoverProvider } from '../src/accounts/openid/openid-provider.ts'
import { passwords } from '../src/accounts/passwords/passwords.ts'
import { accessOf } from '../src/accounts/reader.ts'
import { type Users, users } from '../src/accounts/users.ts'
import {
  signedIn,
  type WebAnswer,
  type WebClient,
  webClient,
} from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import {
  type OpenIdService,
  type ProviderUser,
  startOpenIdService,
  visitProvider,
} from './support/service/openid-service.ts'
import type { TestServer } from './support/service/test-server.ts'
import { type EngineName, forEachEngine } from './support/store/test-engines.ts'

interface Place {
  readonly server: TestServer
  readonly service: OpenIdService
  readonly keeper: Users
  stop(): Promise<void>
}

const groups = {
  administrators: ['wiki-admins', 'role=chief', 'email=eve@example.org'],
  access: [
    { group: 'writers', spaceKey: 'docs', access: 'write' },
    { group: 'readers', spaceKey: 'DOCS', access: 'read' },
    { group: 'readers', spaceKey: 'NONE', access: 'read' },
  ],
} as const

async function startPlace(engine: EngineName, isBesidePasswords = true): Promise<Place> {
  const service = await startOpenIdService(groups, isBesidePasswords)
  const server = await startFreshServer(engine, { readers: 'users', openId: service.options })
  const { database, clock } = server
  return {
    server,
    service,
    keeper: users({ database, ids: server.ids, clock }, passwords()),
    async stop() {
      await server.stop()
      await service.stop()
    },
  }
}

async function comeBack(
  visitor: WebClient,
  change = (address: URL): URL => address,
): Promise<string> {
  const { location } = await visitor.get('/sign-in/provider?next=/account')
  return visitProvider(change(new URL(location ?? '')).href)
}

async function signInAs(
  { server, service }: Place,
  user: ProviderUser,
): Promise<{ visitor: WebClient; answer: WebAnswer }> {
  service.signInAs(user)
  const visitor = webClient(server.url)
  return { visitor, answer: await visitor.get(await comeBack(visitor)) }
}

async function newestRecord(
  { server }: Place,
  action: AuditRecord['action'],
): Promise<AuditRecord> {
  const [record] = await listAuditRecords(server.database, { limit: 1, action })
  assert.ok(record, action)
  return record
}

function alertOf(answer: WebAnswer): string {
  return answer.elements('p').find(({ attrs }) => attrs.role === 'alert')?.text ?? ''
}

forEachEngine((_, engine) => {
  let place: Place
  before(async () => {
    place = await startPlace(engine)
  })
  after(() => place.stop())

  test('the first sign-in makes a user, and the next one finds them', async () => {
    const user = {
      sub: 'a-1',
      preferred_username: 'ann',
      email: 'ann@example.org',
      email_verified: true,
    }
    const { visitor, answer } = await signInAs(place, user)
    assert.deepEqual([answer.status, answer.location], [303, '/account'])
    assert.equal((await visitor.get('/')).status, 200)
    const made = await place.keeper.findByName('ann')
    assert.deepEqual(
      [made?.email, made?.hasPassword, made?.hasIdentity, made?.isAdministrator],
      ['ann@example.org', false, true, false],
    )
    assert.deepEqual((await newestRecord(place, 'identity-link')).detail, {
      issuer: place.service.issuer,
      subject: 'a-1',
    })
    assert.equal((await newestRecord(place, 'sign-in')).subject, 'ann')
    await signInAs(place, { ...user, preferred_username: 'renamed' })
    assert.equal(await place.keeper.findByName('renamed'), undefined)
    assert.equal((await newestRecord(place, 'sign-in')).subject, 'ann')
  })

  test('two first sign-ins at once make one user', async () => {
    place.service.signInAs({ sub: 'twin', preferred_username: 'twin' })
    const visitors = [webClient(place.server.url), webClient(place.server.url)]
    const callbacks = await Promise.all(visitors.map((visitor) => comeBack(visitor)))
    const answers = await Promise.all(
      visitors.map((visitor, index) => visitor.get(callbacks[index] ?? '')),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    )
    const found = await place.keeper.list({ matching: 'twin', limit: 9 })
    assert.deepEqual(
      found.map(({ name }) => name),
      ['twin'],
    )
  })

  test('a name or an address that somebody has gives nobody their user', async () => {
    const { server, keeper } = place
    const kim = await server.createUser('kim', { isAdministrator: true })
    for (const [sub, preferred_username] of [
      ['k-1', 'kim'],
      ['k-2', 'KIM'],
      ['k-3', 'admin'],
    ] as const) {
      const { visitor } = await signInAs(place, {
        sub,
        preferred_username,
        email: kim.email,
        email_verified: false,
      })
      const page = await visitor.get('/manage/users')
      assert.equal(page.status, 404, preferred_username)
    }
    const names = (await keeper.list()).map(({ name }) => name)
    assert.ok(
      ['kim-2', 'KIM-3', 'admin-2'].every((name) => names.includes(name)),
      names.join(),
    )
    // Unverified addresses are not taken over.
    assert.equal((await keeper.findByName('kim-2'))?.email, 'kim-2@markport.local')
    const other = await signInAs(place, { sub: 'k-9', preferred_username: 'kim' })
    assert.equal(other.answer.status, 303)
    assert.ok(await keeper.findByName('kim-4'))
  })

  // No statement decides these, so one engine is enough.
  if (engine === 'sqlite') {
    test('hostile names become names, and stay text', async () => {
      for (const [sub, claims, name] of [
        ['h-1', { preferred_username: '<script>alert(1)</script>' }, '<script>alert(1)</script>'],
        ['h-2', { preferred_username: '\u202Egnp.exe\u0000\u200B' }, 'gnp.exe'],
        ['h-3', { preferred_username: 'x'.repeat(300) }, 'x'.repeat(80)],
        ['h-4', { preferred_username: ' \u200B ', email: 'post@example.org' }, 'post'],
        ['h-5', { preferred_username: { evil: true }, name: ['x'] }, 'h-5'],
        ['h-6', { preferred_username: 'a\r\nSet-Cookie: b' }, 'a Set-Cookie: b'],
      ] as const) {
        const { visitor, answer } = await signInAs(place, { sub, ...claims })
        assert.equal(answer.status, 303, sub)
        assert.ok(await place.keeper.findByName(name), name)
        const page = await visitor.get('/')
        assert.ok(page.elements('script').every(({ text }) => text === ''))
        assert.ok(page.elements('b').some(({ text }) => text === name))
      }
    })
  }

  test('groups open spaces anew at each sign-in, and what hands gave stays', async () => {
    const { server, keeper } = place
    const spaceId = Number(server.space.id)
    const hasAccess = async (expected: string | undefined): Promise<void> => {
      const id = (await keeper.findByName('gil'))?.id ?? 0
      assert.equal(await accessOf(server.database, { userId: id }, spaceId), expected)
    }
    const user = { sub: 'g-1', preferred_username: 'gil' }
    await signInAs(place, { ...user, groups: ['readers', 'writers', 7, null] })
    await hasAccess('write')
    assert.deepEqual((await newestRecord(place, 'group-access')).detail, { groups: 'DOCS (write)' })
    await signInAs(place, { ...user, groups: 'readers' })
    await hasAccess('read')
    const gil = await keeper.findByName('gil')
    assert.ok(gil)
    await server.grant(gil, server.space, 'write')
    await hasAccess('write')
    await signInAs(place, { ...user, groups: [] })
    await hasAccess('write')
    await server.createUser('boss', { isAdministrator: true })
    const boss = await signedIn(server, 'boss')
    await boss.get(`/manage/users/${gil.id}`)
    await boss.submit(`/manage/users/${gil.id}/revoke`, { spaceId: server.space.id })
    await hasAccess(undefined)
    const { visitor } = await signInAs(place, { ...user, groups: ['readers'] })
    assert.equal((await visitor.get('/wiki/spaces/DOCS')).status < 400, true)
    const page = await boss.get(`/manage/users/${gil.id}`)
    assert.match(page.html, /by groups/)
    assert.equal(
      page.elements('form').some(({ attrs }) => attrs.action?.endsWith('/revoke')),
      false,
    )
  })

  test('a claim makes an administrator, and without it they are none at once', async () => {
    const user = { sub: 'c-1', preferred_username: 'cleo' }
    const { visitor } = await signInAs(place, { ...user, role: 'chief' })
    assert.equal((await visitor.get('/manage/users')).status, 200)
    assert.deepEqual((await newestRecord(place, 'group-access')).detail, {
      groups: '',
      role: 'administrator',
    })
    await signInAs(place, { ...user, role: 'clerk' })
    assert.equal((await visitor.get('/manage/users')).status, 404)
    assert.equal((await newestRecord(place, 'group-access')).detail.role, 'user')
    const again = await signInAs(place, { ...user, groups: ['wiki-admins'] })
    assert.equal((await again.visitor.get('/manage/users')).status, 200)
  })

  test('an address that the provider did not verify makes no administrator', async () => {
    const user = { sub: 'e-1', preferred_username: 'eve', email: 'eve@example.org' }
    for (const [email_verified, status] of [
      [false, 404],
      [true, 200],
    ] as const) {
      const { visitor } = await signInAs(place, { ...user, email_verified })
      assert.equal((await visitor.get('/manage/users')).status, status)
    }
  })

  test('a disabled user stays out', async () => {
    const user = { sub: 'd-1', preferred_username: 'dora', groups: ['readers'] }
    await signInAs(place, user)
    await place.keeper.disable('dora', 'test')
    const { visitor, answer } = await signInAs(place, user)
    assert.equal(answer.status, 400)
    assert.match(alertOf(answer), /^The user dora is disabled\./)
    assert.equal((await visitor.get('/')).status, 303)
  })

  test('a link of an administrator gives an existing user to whoever signs in with it', async () => {
    const { server, service, keeper } = place
    const { database } = server
    const user = { sub: 'l-1', preferred_username: 'lena', groups: ['wiki-admins', 'writers'] }
    await signInAs(place, user)
    const old = await server.createUser('old-lena')
    const link = await server.createLink(old)
    service.signInAs(user)
    const visitor = webClient(server.url)
    await visitor.get(link)
    const on = await visitor.submit(`${link}/provider`)
    const address = /^0; url=(.+)$/.exec(on.headers.get('refresh') ?? '')?.[1] ?? ''
    assert.equal((await visitor.get(await visitProvider(address))).status, 303)
    assert.equal((await newestRecord(place, 'sign-in')).subject, 'old-lena')
    assert.equal((await visitor.get(link)).status, 404)
    const lena = await keeper.findByName('lena')
    assert.deepEqual([lena?.hasIdentity, lena?.isAdministrator], [false, false])
    const spaceId = Number(server.space.id)
    assert.equal(await accessOf(database, { userId: lena?.id ?? 0 }, spaceId), undefined)
    assert.equal(await accessOf(database, { userId: old.id }, spaceId), 'write')
    await signInAs(place, user)
    assert.equal((await newestRecord(place, 'sign-in')).subject, 'old-lena')
  })
})

let place: Place
before(async () => {
  place = await startPlace('sqlite')
  place.service.signInAs({ sub: 'ann', preferred_username: 'ann' })
})
after(() => place.stop())

const notBegun = /^This sign-in was not begun in this browser/
const notConfirmed = /^Example ID did not confirm who you are\./
for (const [what, change, words] of [
  ['another state', (back: URL) => back.searchParams.set('state', 'x'.repeat(43)), notBegun],
  ['no state', (back: URL) => back.searchParams.delete('state'), notBegun],
  ['two states', (back: URL) => back.searchParams.append('state', 'x'), notConfirmed],
  ['another code', (back: URL) => back.searchParams.set('code', 'made-up'), notConfirmed],
  [
    'another issuer',
    (back: URL) => back.searchParams.set('iss', 'https://evil.example'),
    notConfirmed,
  ],
  ['no issuer', (back: URL) => back.searchParams.delete('iss'), notConfirmed],
] as const) {
  test(`a callback with ${what} signs nobody in`, async () => {
    const visitor = webClient(place.server.url)
    const back = new URL(await comeBack(visitor))
    change(back)
    const answer = await visitor.get(back.href)
    assert.equal(answer.status, 400)
    assert.match(alertOf(answer), words)
    assert.equal((await visitor.get('/')).status, 303)
  })
}

for (const [what, parameter] of [
  ['nonce', 'nonce'],
  ['proof key', 'code_challenge'],
] as const) {
  test(`a sign-in that was begun with another ${what} signs nobody in`, async () => {
    const visitor = webClient(place.server.url)
    const callback = await comeBack(visitor, (address) => {
      address.searchParams.set(parameter, 'A'.repeat(43))
      return address
    })
    assert.match(alertOf(await visitor.get(callback)), notConfirmed)
    assert.equal((await visitor.get('/')).status, 303)
  })
}

test('a callback counts once, in the browser that began it', async () => {
  const visitor = webClient(place.server.url)
  const callback = await comeBack(visitor)
  const cookies = new Map(visitor.cookies)
  const stranger = webClient(place.server.url)
  assert.match(alertOf(await stranger.get(callback)), notBegun)
  assert.equal((await visitor.get(callback)).status, 303)
  assert.match(alertOf(await visitor.get(callback)), notBegun)
  const replaying = webClient(place.server.url)
  for (const [name, value] of cookies) replaying.cookies.set(name, value)
  assert.match(alertOf(await replaying.get(callback)), notConfirmed)
})

test('the way back leads only to paths of ours', async () => {
  const visitor = webClient(place.server.url)
  const { location } = await visitor.get('/sign-in/provider?next=https://evil.example/')
  const returnTo = new URL(location ?? '').searchParams.get('redirect_uri')
  assert.equal(returnTo, `${place.server.url}/sign-in/callback`)
  assert.equal((await visitor.get(await visitProvider(location ?? ''))).location, '/')
})

test('while the provider is away passwords let people in, and sessions go on', async () => {
  const { server, service } = place
  await server.createUser('kay')
  const signedIn = (await signInAs(place, { sub: 'ann', preferred_username: 'ann' })).visitor
  const waiting = webClient(server.url)
  const callback = await comeBack(waiting)
  await service.stop()
  assert.equal((await signedIn.get('/')).status, 200)
  const lost = await waiting.get(callback)
  assert.deepEqual([lost.status, lost.headers.get('retry-after')], [503, '5'])
  assert.match(alertOf(lost), /^Example ID cannot be reached at the moment\./)
  const answer = await webClient(server.url).signIn('kay', userPassword)
  assert.equal(answer.status, 303)
  await service.start()
  assert.equal((await signInAs(place, { sub: 'ann' })).answer.status, 303)
})

test('a service starts without its provider, says so, and finds it later', async () => {
  const service = await startOpenIdService(groups)
  await service.stop()
  const server = await startFreshServer('sqlite', { openId: service.options })
  const visitor = webClient(server.url)
  const away = await visitor.get('/sign-in/provider')
  assert.equal(away.status, 503)
  assert.match(alertOf(away), /^Example ID cannot be reached/)
  await service.start()
  service.signInAs({ sub: 'ann' })
  // Otherwise strangers could make the service ask the provider again and again.
  assert.equal((await visitor.get('/sign-in/provider')).status, 503)
  server.advanceClock(6_000)
  assert.equal((await visitor.get(await comeBack(visitor))).status, 303)
  await server.stop()
  await service.stop()
})

test('an ID token from the future signs nobody in', async () => {
  const place = await startPlace('sqlite')
  const { server, service, keeper } = place
  service.signInAs({ sub: 'kim', preferred_username: 'kim' })
  const visitor = webClient(server.url)
  const callback = await comeBack(visitor)
  server.advanceClock(-120_000)
  assert.equal((await visitor.get(callback)).status, 400)
  assert.equal(await keeper.findByName('kim'), undefined)
  await place.stop()
})

test('without passwords only the provider lets people in', async () => {
  const other = await startPlace('sqlite', false)
  const { server } = other
  const boss = await server.createUser('boss', { isAdministrator: true })
  const visitor = webClient(server.url)
  const form = await visitor.get('/sign-in')
  assert.equal(
    form.elements('input').some(({ attrs }) => attrs.type === 'password'),
    false,
  )
  assert.equal(
    form.elements('a').some(({ text }) => text === 'Sign in with Example ID'),
    true,
  )
  const link = await server.createLink(boss)
  await visitor.get(link)
  const chosen = 'another long password'
  assert.equal((await visitor.submit(link, { password: chosen, repeated: chosen })).status, 400)
  const refused = await visitor.submit('/sign-in', { name: 'boss', password: userPassword })
  assert.match(alertOf(refused), /^Passwords are not used here\./)
  await other.stop()
})

test('addresses of the provider are used over https, or on this machine, alone', async () => {
  const metadata: Record<string, string> = {}
  const provider = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const names = ['authorization', 'token', 'userinfo'].map((use) => `${use}_endpoint`)
  const own = [...names, 'jwks_uri'].map((name) => [name, `${issuer}/${name}`])
  const client = {
    issuer,
    clientId: 'markport',
    clientSecret: 'secret',
    name: 'Example ID',
    isAskingForGroups: false,
  }
  Object.assign(metadata, { issuer }, Object.fromEntries(own))
  assert.equal((await discoverProvider(client)).jwks_uri, `${issuer}/jwks_uri`)
  for (const [name = '', address = ''] of own) {
    metadata[name] = 'http://id.example/'
    const expected = new TypeError(`the provider names a ${name} without https`)
    await assert.rejects(discoverProvider(client), expected)
    metadata[name] = address
  }
  provider.close()
})
