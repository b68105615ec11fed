/** Secrets in the store: sealed with the operator's key, and opened by nothing else. @module */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { initializeStore } from '../src/accounts/initialize-store.ts'
import { passwords } from '../src/accounts/passwords/passwords.ts'
import { newTotpSecret, secondFactors } from '../src/accounts/second-factors.ts'
import { apiTokens } from '../src/accounts/tokens/api-tokens.ts'
import { rotateSigningKey } from '../src/accounts/tokens/signing-keys.ts'
import type { Database } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { type DatabaseOptions, storeFileName } from '../src/store/open-database.ts'
import {
  openSecret,
  parseSecretKey,
  type SecretKeys,
  sealSecret,
  secretTables,
} from '../src/store/secrets.ts'
import { sql } from '../src/store/sql.ts'
import { findOpenToOthers, lockForServing } from '../src/store/sqlite/store-folder.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { userPassword } from './support/prepared-store.ts'
import { codeAt } from './support/service/openid-service.ts'
import { callCli } from './support/service/run-cli.ts'
import { openTestDatabase } from './support/store/shared-writer.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'

const [first, second] = ['1f', 'e2'].map((two) => {
  const key = parseSecretKey(two.repeat(32))
  assert.ok(key)
  return key
}) as [SecretKeys[number], SecretKeys[number]]
const stepMs = 30_000

async function onStore<Result>(
  place: DatabaseOptions,
  secretKeys: SecretKeys,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openTestDatabase({ ...place, secretKeys })
  try {
    await initializeStore({ database, ids: idAllocator(database), clock: () => new Date() })
    return await work(database)
  } finally {
    await database.close()
  }
}

async function secretsOf(database: Database): Promise<string[]> {
  const rows = await database.read<{ secret: string }>(
    sql`select secret from signing_keys union all select secret from second_factor_secrets`,
  )
  return rows.map(({ secret }) => secret)
}

const partsOf = (database: Database, clock = () => new Date()) => {
  const ids = idAllocator(database)
  return {
    tokens: apiTokens({ database, ids, clock }),
    factors: secondFactors({ database, ids, clock }),
  }
}

forEachEngine((_, engine) => {
  test('are sealed once there is a key, and do what they did', async () => {
    const place = await createTestStore(engine)
    const totp = newTotpSecret()
    const made = await onStore(place.options, [], async (database) => {
      const { tokens, factors } = partsOf(database)
      const [admin] = await database.read<{ id: number }>(sql`select id from users`)
      const id = admin?.id ?? 0
      await factors.add(id, { secret: totp, code: codeAt(totp, new Date()) }, 'test')
      const given = { owner: 'admin', lifetimeMs: 3_600_000, createdBy: 'test' }
      const { token } = await tokens.create({ ...given, name: 'from-before' })
      // Control: without a key they are readable.
      assert.ok((await secretsOf(database)).includes(totp))
      return { id, token, clear: await secretsOf(database) }
    })
    await onStore(place.options, [first], async (database) => {
      const sealed = await secretsOf(database)
      assert.equal(sealed.length, 2)
      assert.ok(sealed.every((text) => text.startsWith(`sealed.1.${first.id}.`)))
      assert.ok(made.clear.every((secret) => !sealed.join().includes(secret)))
      const later = new Date(Date.now() + stepMs)
      const { tokens, factors } = partsOf(database, () => later)
      assert.equal(await factors.take(made.id, codeAt(totp, later), 'test'), true)
      assert.equal((await tokens.authenticate([`Bearer ${made.token}`])).userName, 'admin')
      await rotateSigningKey(
        { database, ids: idAllocator(database), clock: () => new Date() },
        'test',
      )
      const given = { owner: 'admin', lifetimeMs: 3_600_000, createdBy: 'test' }
      const { token } = await tokens.create({ ...given, name: 'new-one' })
      assert.equal((await tokens.authenticate([`Bearer ${token}`])).userName, 'admin')
      assert.ok((await secretsOf(database)).every((text) => text.startsWith('sealed.1.')))
    })
    for (const [keys, words] of [
      [[], /are encrypted, and no key was given\. Give theirs with --secret-key-file/],
      [[second], /are encrypted, and another key was given\./],
    ] as const) {
      const opening = onStore(place.options, keys, async () => {})
      await assert.rejects(opening, { name: 'StoreError', message: words })
    }
    await onStore(place.options, [second, first], async (database) => {
      const sealed = await secretsOf(database)
      assert.ok(sealed.every((text) => text.startsWith(`sealed.1.${second.id}.`)))
    })
    await onStore(place.options, [second], async (database) => {
      const { tokens } = partsOf(database)
      assert.equal((await tokens.authenticate([`Bearer ${made.token}`])).userName, 'admin')
    })
    await assert.rejects(
      onStore(place.options, [first], async () => {}),
      { name: 'StoreError' },
    )
    await place.remove()
  })
})

test('a secret opens in its own place only, and unchanged', () => {
  const place = { table: 'second_factor_secrets', rowId: 7 } as const
  const sealed = sealSecret([first], place, 'of seven')
  assert.equal(openSecret([second, first], place, sealed), 'of seven')
  assert.notEqual(sealSecret([first], place, 'of seven'), sealed)
  for (const other of [
    { ...place, rowId: 8 },
    { table: 'signing_keys', rowId: 7 },
  ] as const) {
    assert.throws(() => openSecret([first], other, sealed), { name: 'StoreError' })
  }
  const at = sealed.length - 9
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  assert.throws(() => openSecret([first], place, changed), { name: 'StoreError' })
  for (const text of ['', 'ab', 'g'.repeat(64), '1f'.repeat(33)]) {
    assert.equal(parseSecretKey(text), undefined, text)
  }
})

/** Columns named like secrets that hold none in clear. */
const harmless = {
  'webhooks.allows_private': 'which networks messages may go to',
  'changes.token_name': 'what people call the token',
  'page_versions.token_name': 'what people call the token',
  'remote_versions.token_name': 'what people call the token',
  'space_connections.token_file': 'the path of a file',
  'users.password_hash': 'argon2id',
}

test('every column of a secret is known', async () => {
  const place = await createTestStore('sqlite')
  const found = await onStore(place.options, [], (database) =>
    database.read<{ name: string }>(sql`
      select m.name || '.' || p.name as name from sqlite_schema m, pragma_table_info(m.name) p
      where m.type = 'table'`),
  )
  const suspicious = found
    .map(({ name }) => name)
    .filter((name) => /\.\w*(secret|token|password|credential|private|sealed)\w*$/.test(name))
    .filter((name) => !/_(id|tokens)$/.test(name))
  const known = secretTables.map((table) => `${table}.secret`)
  assert.deepEqual(suspicious.sort(), [...known, ...Object.keys(harmless)].sort())
  await place.remove()
})

test('a password is hashed at the cost that OWASP asks for', async () => {
  const hash = await passwords().hash(userPassword, 'somebody')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('commands want the key of the store, and say so', async () => {
  const folder = temporaryFolder()
  const [data, file] = [join(folder, 'data'), join(folder, 'key')]
  writeFileSync(file, `${'1f'.repeat(32)}\n`)
  const list = (...args: string[]) => callCli(['user', 'list', '--data', data, ...args])
  await callCli(['migrate', '--data', data, '--secret-key-file', file])
  assert.equal((await list('--secret-key-file', file)).code, 0)
  const without = await list()
  assert.equal(without.code, 1)
  assert.match(without.stderr, /The secrets of this store are encrypted, and no key was given\./)
  writeFileSync(file, 'a password')
  const none = await list('--secret-key-file', file)
  assert.equal(none.code, 2)
  assert.match(none.stderr, /a key is 64 hexadecimal digits/)
  assert.doesNotMatch(none.stderr, /a password/)
})

test('files of a store are their owner’s, also where the folder was there before', async () => {
  const folder = temporaryFolder()
  const dataDirectory = join(folder, 'data')
  mkdirSync(dataDirectory)
  chmodSync(dataDirectory, 0o755)
  const file = join(dataDirectory, storeFileName)
  const modes = () =>
    ['', '-wal', '-shm'].map((end) => statSync(file + end).mode & 0o777).concat(lockMode())
  const lockMode = () => statSync(join(dataDirectory, 'serve.lock')).mode & 0o777
  const lock = lockForServing({ dataDirectory })
  await onStore({ dataDirectory }, [], async () => {
    assert.deepEqual(modes(), [0o600, 0o600, 0o600, 0o600])
    assert.deepEqual(findOpenToOthers(file), { folder: [dataDirectory], files: [] })
    for (const end of ['', '-wal', '-shm']) chmodSync(file + end, 0o644)
  })
  chmodSync(file, 0o644)
  const doctor = await callCli(['doctor', '--data', dataDirectory])
  assert.match(
    doctor.stdout,
    /✗ rights: others may use .*data, .*markport\.db\n +Run chmod 700 .* && chmod 600 /,
  )
  chmodSync(dataDirectory, 0o700)
  await onStore({ dataDirectory }, [], async () => {
    assert.deepEqual(modes(), [0o600, 0o600, 0o600, 0o600])
  })
  const mended = await callCli(['doctor', '--data', dataDirectory])
  assert.match(mended.stdout, /✓ rights: only their owner uses/)
  lock?.release()
})
