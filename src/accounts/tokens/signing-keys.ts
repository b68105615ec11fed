/** The signing keys of API tokens, stored in the database and cached. @module */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { type Database, query, type Transaction } from '../../store/database.ts'
import { openSecret, type SecretKeys, type SecretPlace, sealSecret } from '../../store/secrets.ts'
import { type Statement, sql } from '../../store/sql.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
  type Clock,
} from '../audit.ts'
import { licenseRow } from '../license.ts'
import type { SigningKey } from './jwt.ts'

export interface SigningKeyRow {
  readonly id: string
  readonly secret: string
}

/** Anybody can send unknown ids, and each costs a query: this many per window. */
const maxReloads = 50
const reloadWindowMs = 10_000
/** Allows for different clocks, so that no key is dropped too early. */
const clockDifferenceMs = 60 * 60 * 1000

export function signingKeys(database: Database, clock: Clock) {
  let cachedKeys: ReadonlyMap<string, SigningKey> = new Map()
  let windowStart = Number.NEGATIVE_INFINITY
  let reloads = 0
  const canReload = (): boolean => {
    const now = clock().getTime()
    if (now - windowStart >= reloadWindowMs) {
      windowStart = now
      reloads = 0
    }
    reloads += 1
    return reloads <= maxReloads
  }
  let loading: Promise<void> | undefined
  const load = async (): Promise<void> => {
    const rows = await database.read<SigningKeyRow>(sql`select id, secret from signing_keys`)
    cachedKeys = new Map(rows.map((row) => [row.id, toSigningKey(row, database.secretKeys)]))
  }
  return {
    /** Reads the store when the key is not cached. */
    async find(id: string): Promise<SigningKey | undefined> {
      // Ids are only looked up in this map, whatever they contain (RFC 8725 §3.10).
      // A load that is already running may miss a new key, so allow a second one.
      for (let loads = 0; loads < 2 && !cachedKeys.has(id); loads += 1) {
        if (loading === undefined && !canReload()) break
        loading ??= load().finally(() => {
          loading = undefined
        })
        await loading
      }
      return cachedKeys.get(id)
    },
  }
}

/** Older keys still verify their tokens, until those have expired. */
export async function rotateSigningKey(store: AuditedStore, rotatedBy: Actor): Promise<string> {
  const key = newSigningKey(store.database.secretKeys)
  await auditedChanges(store)(insertSigningKey, rotatedBy, key)
  return key.id
}

/** RFC 7518 §3.2: the key is at least as long as the hash. */
function newSigningKey(secretKeys: SecretKeys): SigningKeyRow {
  const id = randomUUID()
  return { id, secret: sealSecret(secretKeys, placeOf(id), randomBytes(32).toString('hex')) }
}

function placeOf(id: string): SecretPlace {
  return { table: 'signing_keys', rowId: id }
}

export function toSigningKey({ id, secret }: SigningKeyRow, secretKeys: SecretKeys): SigningKey {
  return { id, secret: createSecretKey(openSecret(secretKeys, placeOf(id), secret), 'hex') }
}

export const newestSigningKey: Statement = sql`
  select id, secret from signing_keys order by created_at desc, id limit 1`

function insertKey({ id, secret }: SigningKeyRow, createdAt: number): Statement {
  return sql`
    insert into signing_keys (id, secret, created_at, needed_until)
    values (${id}, ${secret}, ${createdAt}, 0)`
}

/** Keys of deleted tokens stay, so that a token is refused as deleted and not as forged. */
export function dropExpiredSigningKeys(atMs: number): Statement {
  return sql`
    delete from signing_keys where needed_until <= ${atMs - clockDifferenceMs}
    and created_at < (select max(created_at) from signing_keys)`
}

/** Make the first signing key. New stores have none, and backups leave the keys out. */
export async function ensureSigningKey(database: Database, clock: Clock): Promise<void> {
  const [existingKey] = await database.read(sql`select id from signing_keys limit 1`)
  if (existingKey !== undefined) return
  await database.write(insertOnlySigningKey, {
    ...newSigningKey(database.secretKeys),
    atMs: clock().getTime(),
  })
}

export const insertOnlySigningKey: Transaction<SigningKeyRow & { atMs: number }, void> = function* (
  input,
  dialect,
) {
  // The lock lets one process at a time check for a key.
  yield* query(licenseRow(dialect.forUpdate))
  const [existingKey] = yield* query(sql`select id from signing_keys limit 1`)
  if (existingKey !== undefined) return
  yield* query(insertKey(input, input.atMs))
}

export const insertSigningKey: Transaction<SigningKeyRow & AuditStamp, void> = function* (
  input,
  dialect,
) {
  // Creating tokens takes the same lock, so no token is signed meanwhile.
  yield* query(licenseRow(dialect.forUpdate))
  // The newest key is the last one created, even if this machine's clock is behind.
  const [newest] = yield* query<{ at: number }>(
    sql`select coalesce(max(created_at), 0) as at from signing_keys`,
  )
  yield* query(insertKey(input, Math.max(input.atMs, (newest?.at ?? 0) + 1)))
  yield* query(dropExpiredSigningKeys(input.atMs))
  yield* query(auditRecord(input, 'signing-key-rotate', input.id))
}
