/** People who leave: they sign out at the provider, their groups grow old, or an administrator ends it. @module */
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type JWTPayload, SignJWT } from 'jose'
import { listAuditRecords } from '../src/accounts/audit.ts'
import { groupRights } from '../src/accounts/openid/provider-rights.ts'
import { accessOf } from '../src/accounts/reader.ts'
import { sql } from '../src/store/sql.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import {
  type OpenIdService,
  startOpenIdService,
  visitProvider,
} from './support/service/openid-service.ts'
import type { TestServer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const dayMs = 24 * 60 * 60 * 1000
const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const groups = {
  administrators: ['chiefs'],
  access: [{ group: 'writers', spaceKey: 'DOCS', access: 'write' }],
} as const

forEachEngine((_, engine) => {
  let server: TestServer
  let service: OpenIdService
  let logoutAddress: string
  before(async () => {
    service = await startOpenIdService(groups)
    server = await startFreshServer(engine, { readers: 'users', openId: service.options })
    logoutAddress = `${server.url}/sign-in/provider/logout`
  })
  after(async () => {
    await server.stop()
    await service.stop()
  })

  const signIn = async (sub: string, claims: Record<string, unknown> = {}): Promise<WebClient> => {
    service.signInAs({ sub, preferred_username: sub, ...claims })
    const visitor = webClient(server.url)
    const { location } = await visitor.get('/sign-in/provider')
    assert.equal((await visitor.get(await visitProvider(location ?? ''))).status, 303)
    assert.equal(await isSignedIn(visitor), true)
    return visitor
  }
  const isSignedIn = async (visitor: WebClient): Promise<boolean> =>
    (await visitor.get('/account')).status === 200
  const userIdOf = async (name: string): Promise<number> => {
    const [row] = await server.database.read<{ id: number }>(
      sql`select id from users where name = ${name}`,
    )
    return row?.id ?? 0
  }
  const sessionOf = async (name: string): Promise<string> => {
    const [row] = await server.database.read<{ provider_session: string }>(sql`
      select provider_session from sessions where user_id = ${await userIdOf(name)}
      order by created_at desc limit 1`)
    return row?.provider_session ?? ''
  }
  const send = async (token: string): Promise<{ status: number; caching: string | null }> => {
    const body = new URLSearchParams({ logout_token: token })
    const { status, headers } = await fetch(logoutAddress, { method: 'POST', body })
    return { status, caching: headers.get('cache-control') }
  }
  const validClaims = (claims: Record<string, unknown> = {}): JWTPayload => {
    const now = Math.floor(server.clock().getTime() / 1000)
    const { issuer: iss } = service
    const times = { iat: now, exp: now + 120 }
    return { iss, aud: 'markport', jti: randomUUID(), events: event, ...times, ...claims }
  }

  test('a session that ends at the provider ends here, and no other', async () => {
    const one = await signIn('ann')
    const session = await sessionOf('ann')
    assert.notEqual(session, '')
    const other = await signIn('ann')
    const stranger = await signIn('bob')
    await service.logOut('ann', logoutAddress, session)
    assert.deepEqual(await Promise.all([one, other, stranger].map(isSignedIn)), [false, true, true])
    const [record] = await listAuditRecords(server.database, { limit: 1, action: 'sessions-end' })
    assert.deepEqual(
      [record?.actor, record?.subject, record?.detail],
      ['OpenID provider', 'ann', { sessions: 1, isByProvider: true }],
    )
  })

  test('a user who has signed out there altogether is signed out here, but for passwords', async () => {
    const visitors = [await signIn('cat'), await signIn('cat')]
    await server.createUser('dan')
    const typed = webClient(server.url)
    await typed.signIn('dan', userPassword)
    const userId = await userIdOf('cat')
    await service.logOut('cat', logoutAddress)
    assert.deepEqual(await Promise.all(visitors.map(isSignedIn)), [false, false])
    assert.equal(await isSignedIn(typed), true)
    assert.deepEqual(
      await server.database.read(sql`select id_hash from sessions where user_id = ${userId}`),
      [],
    )
  })

  test('a logout token counts once, and its answers are kept by nobody', async () => {
    const visitor = await signIn('eve')
    const token = await service.sign(validClaims({ sub: 'eve' }))
    assert.deepEqual(await send(token), { status: 200, caching: 'no-store' })
    assert.equal(await isSignedIn(visitor), false)
    const again = await signIn('eve')
    assert.deepEqual(await send(token), { status: 400, caching: 'no-store' })
    assert.equal(await isSignedIn(again), true)
  })

  test('what is no logout token of the provider ends nothing', async () => {
    const visitor = await signIn('fay')
    const session = await sessionOf('fay')
    const forged = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const secret = new TextEncoder().encode(service.options.client.clientSecret)
    const sign = (claims: Record<string, unknown>, header = {}) =>
      service.sign(validClaims({ sub: 'fay', ...claims }), header)
    const now = Math.floor(server.clock().getTime() / 1000)
    const tokens: Record<string, string> = {
      'another issuer': await sign({ iss: 'https://evil.example' }),
      'another audience': await sign({ aud: 'somebody-else' }),
      'no audience': await sign({ aud: undefined }),
      'no issue time': await sign({ iat: undefined }),
      'issued in the future': await sign({ iat: now + 300, exp: now + 400 }),
      'issued long ago': await sign({ iat: now - 3_600 }),
      expired: await sign({ iat: now - 300, exp: now - 120 }),
      'no end': await sign({ exp: undefined }),
      'no id': await sign({ jti: undefined }),
      'an id that is none': await sign({ jti: '' }),
      'a nonce, as an ID token has': await sign({ nonce: 'n' }),
      'no event': await sign({ events: undefined }),
      'another event': await sign({ events: { 'http://schemas.openid.net/event/other': {} } }),
      'an event that is no object': await sign({
        events: { 'http://schemas.openid.net/event/backchannel-logout': true },
      }),
      'neither sub nor sid': await sign({ sub: undefined }),
      'a sub that is none': await sign({ sub: 7, sid: session }),
      'a sid that is none': await sign({ sid: ['x'] }),
      'another type': await sign({}, { typ: 'at+jwt' }),
      'another key': await new SignJWT(validClaims({ sub: 'fay' }))
        .setProtectedHeader({ alg: 'RS256' })
        .sign(forged),
      'the client secret as its key': await new SignJWT(validClaims({ sub: 'fay' }))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(secret),
      'no signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
        JSON.stringify(validClaims({ sub: 'fay' })),
      ).toString('base64url')}.`,
      'no token': '',
      words: 'logout',
    }
    for (const [what, token] of Object.entries(tokens)) {
      assert.deepEqual(await send(token), { status: 400, caching: 'no-store' }, what)
    }
    for (const body of ['', 'logout_token=a&logout_token=b', 'x'.repeat(100_000)]) {
      const { status } = await fetch(logoutAddress, { method: 'POST', body })
      assert.ok(status === 400 || status === 413, body.slice(0, 20))
    }
    // Valid, but another user's: it ends no session.
    assert.equal((await send(await sign({ sub: 'nobody', sid: session }))).status, 200)
    assert.equal(await isSignedIn(visitor), true)
    // Control: the same claims without a fault.
    assert.equal((await send(await sign({ sid: session }))).status, 200)
    assert.equal(await isSignedIn(visitor), false)
  })

  test('what groups gave ends once it is too old, until the next sign-in', async () => {
    const spaceId = Number(server.space.id)
    const rights = groupRights(server.database, server.ids, server.clock)
    const visitor = await signIn('gil', { groups: ['writers'] })
    const chief = await signIn('hal', { groups: ['chiefs'] })
    const id = await userIdOf('gil')
    assert.equal(await rights.endLapsed(dayMs), 0)
    server.advanceClock(dayMs / 4)
    const fresh = await signIn('ivy', { groups: ['writers'] })
    assert.equal((await chief.get('/manage/users')).status, 200)
    assert.equal(await rights.endLapsed(dayMs / 4), 2)
    assert.equal(await accessOf(server.database, { userId: id }, spaceId), undefined)
    assert.deepEqual(await Promise.all([visitor, chief, fresh].map(isSignedIn)), [
      false,
      false,
      true,
    ])
    assert.equal(
      await accessOf(server.database, { userId: await userIdOf('ivy') }, spaceId),
      'write',
    )
    assert.equal(await rights.endLapsed(dayMs / 4), 0)
    assert.equal((await (await signIn('hal')).get('/manage/users')).status, 404)
    await signIn('gil', { groups: ['writers'] })
    assert.equal(await accessOf(server.database, { userId: id }, spaceId), 'write')
  })
})
