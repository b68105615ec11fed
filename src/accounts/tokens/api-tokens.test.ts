import assert from 'node:assert/strict'
import { createSecretKey, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  dayMs,
  dumpStore,
  openTestAuth,
  type TestAuth,
} from '../../../test/support/store/test-auth.ts'
import { forEachEngine } from '../../../test/support/store/test-engines.ts'
import { replaceApiToken } from '../../../test/support/store/test-records.ts'
import { sql } from '../../store/sql.ts'
import { listAuditRecords } from '../audit.ts'
import { apiTokens, type NewApiTokenText } from './api-tokens.ts'
import { credentialHash } from './authorization.ts'
import { signJwt } from './jwt.ts'
import { rotateSigningKey, type SigningKeyRow, toSigningKey } from './signing-keys.ts'
import { deleteToken, listTokens } from './tokens.ts'

const deleted = {
  key: 'unauthorized',
  status: 401,
  message: 'This API token is not known: it was deleted. Create another.',
}
const forged = {
  key: 'forbidden',
  status: 403,
  message:
    'The signature of the API token is wrong. Use the token exactly as Markport showed it, or create a new one.',
}
const expired = {
  key: 'forbidden',
  status: 403,
  message: 'The API token has expired. Create a new one.',
}

forEachEngine((open) => {
  test('keeps no token text in the store', async () => {
    const auth = await openTestAuth(open)
    const { token } = await create(auth)
    const dump = await dumpStore(auth.database)
    assert.equal(dump.includes(credentialHash(token)), true)
    for (const part of token.split('.')) assert.equal(dump.includes(part), false)
  })

  test('accepts the scheme in any case, and refuses everything but one bearer token', async () => {
    const auth = await openTestAuth(open)
    const { token } = await create(auth)
    // RFC 9110 allows spaces between scheme and token.
    for (const value of [`bEARER ${token}`, `Bearer   ${token}`]) {
      await auth.tokens.authenticate([value])
    }
    const basic = `Basic ${Buffer.from(`admin:${token}`).toString('base64')}`
    for (const values of [
      [],
      [''],
      ['Bearer'],
      ['Bearer '],
      [token],
      [`Bearer ${token}`, `Bearer ${token}`],
      [`Bearer ${token} ${token}`],
      [`Bearer ${token},Bearer ${token}`],
      [` Bearer ${token}`],
      [`Bearer ${token} `],
      [`Bearer\t${token}`],
      [`Bearer "${token}"`],
      [`Digest ${token}`],
      [basic],
      ['Bearer mph_AAAA'],
    ]) {
      await assert.rejects(auth.tokens.authenticate(values), (error: Error) => {
        assert.deepEqual(pick(error), ['unauthorized', 401])
        assert.match(error.message, /Authorization|bearer token|API token/)
        assert.equal(error.message.includes(token), false)
        return true
      })
    }
  })

  test('checks form, signature, expiry, store and license in this order', async () => {
    const auth = await openTestAuth(open, 1000)
    for (const header of ['missing', 'malformed', 'good'] as const) {
      for (const isForged of [true, false]) {
        for (const isExpired of [true, false]) {
          for (const isStored of [true, false]) {
            for (const license of ['active', 'inactive', 'trial', 'renewal-pending'] as const) {
              const state = { header, isForged, isExpired, isStored, license }
              assert.equal(
                await statusOf(auth, state),
                expectedStatus(state),
                JSON.stringify(state),
              )
            }
          }
        }
      }
    }
  })

  test('promises of a pending renewal what it will really mend', async () => {
    const auth = await openTestAuth(open)
    await auth.setLicense('inactive')
    const inactive = await create(auth, 'inactive')
    await auth.setLicense('active')
    const active = await create(auth, 'active')
    await auth.setLicense('renewal-pending')
    await assert.rejects(authenticate(auth, active.token), {
      key: 'license-expired',
      message: /then try again: this API token will do\.$/,
    })
    await assert.rejects(authenticate(auth, inactive.token), {
      key: 'license-expired',
      message: /will not mend this API token\..* then create a new token\.$/,
    })
    await auth.setLicense('active')
    assert.equal((await authenticate(auth, active.token)).userName, 'admin')
    await assert.rejects(authenticate(auth, inactive.token), { key: 'license-expired' })
  })

  test('refuses other spellings of an issued token', async () => {
    const auth = await openTestAuth(open)
    const { token } = await create(auth)
    const [header = '', payload = '', signature = ''] = token.split('.')
    // 43 characters carry 258 bits: the lowest two of the last one are not part of the signature.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet[alphabet.indexOf(signature.slice(-1)) ^ 1]
    await assert.rejects(
      authenticate(auth, `${header}.${payload}.${signature.slice(0, -1)}${last}`),
      deleted,
    )
    await assert.rejects(authenticate(auth, `${token}=`), { key: 'unauthorized' })
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const respelled = Buffer.from(JSON.stringify(claims, null, 1)).toString('base64url')
    await assert.rejects(authenticate(auth, `${header}.${respelled}.${signature}`), forged)
  })

  test('refuses a deleted token at once, on every process, and keeps the audit record', async () => {
    const auth = await openTestAuth(open)
    const otherProcess = apiTokens(auth)
    const { id, token } = await create(auth)
    await otherProcess.authenticate([`Bearer ${token}`])
    await deleteToken(auth, id, 'test')
    await assert.rejects(otherProcess.authenticate([`Bearer ${token}`]), deleted)
    assert.deepEqual(await listTokens(auth.database), [])
    const actions = (await listAuditRecords(auth.database, { limit: 10 })).map((r) => r.action)
    assert.deepEqual(actions, ['api-token-delete', 'api-token-create'])
    for (const unknown of [id, '0', 'x', '9'.repeat(40)]) {
      await assert.rejects(deleteToken(auth, unknown, 'test'), {
        key: 'not-found',
        message: 'There is no token with this id. "markport token list" shows those there are.',
      })
    }
  })

  test('refuses a token at its expiry, and the tokens of a disabled owner', async () => {
    const auth = await openTestAuth(open)
    await auth.users.create({ name: 'Ada', isAdministrator: false, createdBy: 'test' })
    const [short, long] = [await create(auth, 'short', 1000), await createFor(auth, 'ada')]
    await authenticate(auth, short.token)
    auth.advance(1000)
    await assert.rejects(authenticate(auth, short.token), expired)
    assert.equal((await authenticate(auth, long.token)).isAdministrator, false)
    await auth.users.disable('Ada', 'test')
    await assert.rejects(authenticate(auth, long.token), {
      key: 'unauthorized',
      message: 'The owner of this token has been disabled. Ask an administrator.',
    })
    await assert.rejects(createFor(auth, 'ada', 'again'), { key: 'not-found' })
  })

  test('signs with the newest key and verifies older tokens until they have expired', async () => {
    const auth = await openTestAuth(open)
    const otherProcess = apiTokens(auth)
    const old = await create(auth, 'old', dayMs)
    await otherProcess.authenticate([`Bearer ${old.token}`])
    await deleteToken(auth, (await create(auth, 'long', 2 * dayMs)).id, 'test')
    const newKeyId = await rotateSigningKey(auth, 'test')
    const fresh = await otherProcess.create(tokenInput('new', 'admin', 30 * dayMs))
    assert.equal(keyIdOf(fresh), newKeyId)
    assert.notEqual(keyIdOf(old), newKeyId)
    for (const { token } of [old, fresh]) await otherProcess.authenticate([`Bearer ${token}`])
    // The old key outlives the deleted token by the allowed clock difference.
    auth.advance(2 * dayMs)
    await create(auth, 'third')
    assert.equal(await countSigningKeys(auth), 2)
    auth.advance(60 * 60 * 1000)
    await create(auth, 'fourth')
    assert.equal(await countSigningKeys(auth), 1)
    await authenticate(auth, fresh.token)
  })

  test('forged tokens with unknown key ids cost few reads of the keys', async () => {
    const auth = await openTestAuth(open)
    const { token } = await create(auth)
    await authenticate(auth, token)
    const before = auth.reads()
    for (let index = 0; index < 60; index += 1) {
      const key = { id: `unknown-${index}`, secret: createSecretKey(Buffer.alloc(32)) }
      const unknown = signJwt({ jti: 'a', sub: 'b', iat: 1, exp: 2 }, key)
      await assert.rejects(authenticate(auth, unknown), forged)
    }
    assert.equal(auth.reads() - before, 49)
    await authenticate(auth, token)
  })
})

interface State {
  readonly header: 'missing' | 'malformed' | 'good'
  readonly isForged: boolean
  readonly isExpired: boolean
  readonly isStored: boolean
  readonly license: 'active' | 'inactive' | 'trial' | 'renewal-pending'
}

function expectedStatus(state: State): number {
  if (state.header !== 'good') return 401
  if (state.isForged || state.isExpired) return 403
  if (!state.isStored) return 401
  return state.license === 'active' ? 200 : 402
}

async function statusOf(auth: TestAuth, state: State): Promise<number> {
  const nowSeconds = auth.clock().getTime() / 1000
  const [row] = await auth.database.read<SigningKeyRow>(sql`select id, secret from signing_keys`)
  const key = toSigningKey(row as SigningKeyRow, [])
  const token = signJwt(
    {
      jti: randomUUID(),
      sub: 'admin',
      iat: nowSeconds - 10,
      exp: state.isExpired ? nowSeconds : nowSeconds + 10,
    },
    { id: key.id, secret: state.isForged ? createSecretKey(Buffer.alloc(32)) : key.secret },
  )
  const issued = await create(auth, randomUUID())
  if (state.isStored) {
    await auth.database.write(replaceApiToken, {
      id: Number(issued.id),
      hash: credentialHash(token),
      licenseStatus: state.license === 'renewal-pending' ? 'active' : state.license,
      licenseTrialEndsAt: state.license === 'trial' ? nowSeconds * 1000 : null,
    })
  }
  await auth.setLicense(state.license === 'renewal-pending' ? 'renewal-pending' : 'active')
  const value = `Bearer ${state.header === 'malformed' ? `${token}.a` : token}`
  try {
    await auth.tokens.authenticate(state.header === 'missing' ? [] : [value])
    return 200
  } catch (error) {
    return (error as { status: number }).status
  }
}

function create(auth: TestAuth, name = 'first', lifetimeMs = 30 * dayMs) {
  return auth.tokens.create(tokenInput(name, 'Admin', lifetimeMs))
}

function createFor(auth: TestAuth, owner: string, name = 'owned') {
  return auth.tokens.create(tokenInput(name, owner, dayMs))
}

function tokenInput(name: string, owner: string, lifetimeMs: number) {
  return { name, owner, lifetimeMs, createdBy: 'test' }
}

function authenticate(auth: TestAuth, token: string) {
  return auth.tokens.authenticate([`Bearer ${token}`])
}

function keyIdOf({ token }: NewApiTokenText): string {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
}

async function countSigningKeys(auth: TestAuth): Promise<number> {
  return (await auth.database.read(sql`select id from signing_keys`)).length
}

function pick(error: unknown): [string, number] {
  const { key, status } = error as { key: string; status: number }
  return [key, status]
}
