/** Every way in asks for the second factor, and for one to be set up by those who must have one. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newTotpSecret, secondFactors } from '../src/accounts/second-factors.ts'
import type { SignIn } from '../src/accounts/sessions/sign-in.ts'
import type { User } from '../src/accounts/users.ts'
import type { ServeOptions } from '../src/server/service/serve-options.ts'
import { sql } from '../src/store/sql.ts'
import {
  signedIn,
  type WebAnswer,
  type WebClient,
  webClient,
} from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import {
  codeAt,
  type OpenIdService,
  startOpenIdService,
  visitProvider,
} from './support/service/openid-service.ts'
import type { TestServer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const stepMs = 30_000

interface Place {
  readonly server: TestServer
  readonly service: OpenIdService
}

type Way = (place: Place, user: User, visitor: WebClient) => Promise<WebAnswer>

/** Every way that can begin a session. */
const ways: Readonly<
  Record<Exclude<keyof SignIn, 'withCode' | 'withNewSecondFactor'>, Readonly<Record<string, Way>>>
> = {
  withPassword: {
    'the form to sign in': (_, user, visitor) => visitor.signIn(user.name, userPassword),
  },
  withIdentity: {
    'the provider': async ({ service }, user, visitor) => {
      service.signInAs({ sub: `sub-of-${user.name}` })
      const { location } = await visitor.get('/sign-in/provider')
      return visitor.get(await visitProvider(location ?? ''))
    },
    'the provider, with a link and another identity': async (place, user, visitor) => {
      const path = await place.server.createLink(user)
      place.service.signInAs({ sub: `other-${user.name}-${visitor.cookies.size}` })
      await visitor.get(path)
      const on = await visitor.submit(`${path}/provider`)
      const address = /^0; url=(.+)$/.exec(on.headers.get('refresh') ?? '')?.[1] ?? ''
      return visitor.get(await visitProvider(address))
    },
  },
}

const allWays = Object.values(ways).flatMap((one) => Object.entries(one))

async function startPlace(
  engine: 'sqlite' | 'postgres',
  options: Partial<ServeOptions>,
): Promise<Place & { stop(): Promise<void> }> {
  const service = await startOpenIdService()
  const overrides = { readers: 'users', openId: service.options, ...options } as const
  const server = await startFreshServer(engine, overrides)
  const stop = async (): Promise<void> => {
    await server.stop()
    await service.stop()
  }
  return { server, service, stop }
}

async function createUser(place: Place, name: string): Promise<User> {
  const user = await place.server.createUser(name, { isAdministrator: true })
  const path = await place.server.createLink(user)
  const visitor = webClient(place.server.url)
  place.service.signInAs({ sub: `sub-of-${name}` })
  await visitor.get(path)
  const on = await visitor.submit(`${path}/provider`)
  const address = /^0; url=(.+)$/.exec(on.headers.get('refresh') ?? '')?.[1] ?? ''
  await visitor.get(await visitProvider(address))
  return user
}

async function isSignedIn(visitor: WebClient): Promise<boolean> {
  return (await visitor.get('/account')).status === 200
}

function fieldValue(answer: WebAnswer, name: string): string {
  return answer.elements('input').find(({ attrs }) => attrs.name === name)?.attrs.value ?? ''
}

forEachEngine((_, engine) => {
  const places: Record<string, Place & { stop(): Promise<void> }> = {}
  before(async () => {
    places.beside = await startPlace(engine, {})
    places.besideDemanding = await startPlace(engine, { secondFactorRule: 'administrators' })
  })
  after(async () => {
    for (const place of Object.values(places)) await place.stop()
  })

  // What follows a sign-in is the same statements, whichever way began it.
  const tried = engine === 'sqlite' ? allWays : allWays.slice(0, 1)
  for (const [index, [what, way]] of tried.entries()) {
    test(`a user with a second factor is asked for a code by ${what}`, async () => {
      const place = places.beside as Place
      const { server } = place
      const user = await createUser(place, `coded-${index}`)
      // Control: without a second factor the same way signs in.
      const before = webClient(server.url)
      await way(place, user, before)
      assert.equal(await isSignedIn(before), true)
      const { database, clock } = server
      const secret = newTotpSecret()
      const factors = secondFactors({ database, ids: server.ids, clock })
      await factors.add(user.id, { secret, code: codeAt(secret, clock()) }, 'test')
      server.advanceClock(stepMs)
      const visitor = webClient(server.url)
      await way(place, user, visitor)
      assert.equal(await isSignedIn(visitor), false)
      await visitor.get('/sign-in/code')
      assert.equal((await visitor.submit('/sign-in/code', { code: '000000' })).status, 400)
      assert.equal(await isSignedIn(visitor), false)
      assert.equal((await visitor.get('/sign-in/second-factor')).location, '/sign-in')
      const own = newTotpSecret()
      const app = { secret: own, code: codeAt(own, clock()) }
      assert.equal((await visitor.submit('/sign-in/second-factor', app)).location, '/sign-in')
      assert.equal(await isSignedIn(visitor), false)
      await visitor.get('/sign-in/code')
      const code = codeAt(secret, server.clock())
      assert.equal((await visitor.submit('/sign-in/code', { code })).status, 303)
      assert.equal(await isSignedIn(visitor), true)
    })

    test(`who must have a second factor sets one up by ${what}, before anything else`, async () => {
      const place = places.besideDemanding as Place
      const { server } = place
      const user = await createUser(place, `demanded-${index}`)
      const visitor = webClient(server.url)
      await way(place, user, visitor)
      assert.equal(await isSignedIn(visitor), false)
      assert.equal((await visitor.get('/sign-in/code')).location, '/sign-in')
      const page = await visitor.get('/sign-in/second-factor?next=/manage/users')
      const secret = fieldValue(page, 'secret')
      const wrong = await visitor.submit('/sign-in/second-factor', { secret, code: '000000' })
      assert.equal(wrong.status, 400)
      assert.equal(await isSignedIn(visitor), false)
      await visitor.get('/sign-in/second-factor')
      const set = { secret, code: codeAt(secret, server.clock()), next: '/manage/users' }
      const done = await visitor.submit('/sign-in/second-factor', set)
      assert.equal(done.status, 201)
      assert.match(done.html, /href="\/manage\/users"/)
      assert.equal(await isSignedIn(visitor), true)
      const again = webClient(server.url)
      await way(place, user, again)
      assert.equal((await again.get('/sign-in/code')).status, 200)
      assert.equal(await isSignedIn(again), false)
    })
  }

  test('whoever loses the second factor that they must have signs in anew', async () => {
    const place = places.besideDemanding as Place
    const { server } = place
    const user = await createUser(place, 'losing')
    const visitor = await signedIn(server, 'losing')
    const secret = fieldValue(await visitor.get('/sign-in/second-factor'), 'secret')
    await visitor.submit('/sign-in/second-factor', {
      secret,
      code: codeAt(secret, server.clock()),
    })
    assert.equal(await isSignedIn(visitor), true)
    const factors = secondFactors(server)
    await factors.remove(user.id, 'test')
    assert.equal(await isSignedIn(visitor), false)
    await server.createUser('plain')
    const plain = await signedIn(server, 'plain')
    assert.equal(await isSignedIn(plain), true)
  })

  test('a session that waits counts for nothing, and ends with its time', async () => {
    const place = places.besideDemanding as Place
    const { server } = place
    await createUser(place, 'slow')
    const visitor = await signedIn(server, 'slow')
    const secret = fieldValue(await visitor.get('/sign-in/second-factor'), 'secret')
    const id = visitor.cookies.get('markport')
    server.advanceClock(11 * 60_000)
    const app = { secret, code: codeAt(secret, server.clock()) }
    assert.equal((await visitor.submit('/sign-in/second-factor', app)).location, '/sign-in')
    assert.equal(visitor.cookies.get('markport'), id)
    const factors = await server.database.read(sql`
      select f.user_id from second_factors f join users u on u.id = f.user_id where u.name = 'slow'`)
    assert.deepEqual(factors, [])
  })
})
