/** Fills an empty store; does nothing to any other. @module */
import { randomUUID } from 'node:crypto'
import { type Database, query, type Transaction } from '../store/database.ts'
import { sealStore } from '../store/secrets.ts'
import { sql } from '../store/sql.ts'
import type { AuditedStore } from './audit.ts'
import { ensureSigningKey } from './tokens/signing-keys.ts'
import { localEmail, newUserRow } from './users.ts'

export interface StoreIdentity {
  readonly appId: string
  readonly envId: string
}

export const firstAdministrator = 'admin'

/** @throws {StoreError} When secrets are sealed with a key that was not given. */
export async function initializeStore({
  database,
  ids,
  clock,
}: AuditedStore): Promise<StoreIdentity & { readonly isNew: boolean }> {
  const known = await findIdentity(database)
  if (known === undefined) {
    await database.write(initialize, {
      appId: randomUUID(),
      envId: randomUUID(),
      administratorId: await ids.nextId(),
      atMs: clock().getTime(),
    })
  }
  const identity = known ?? (await findIdentity(database))
  if (identity === undefined) {
    throw new Error('the store does not show what was just written to it')
  }
  await sealStore(database)
  await ensureSigningKey(database, clock)
  return { ...identity, isNew: known === undefined }
}

export async function isInitialized(database: Database): Promise<boolean> {
  return (await findIdentity(database)) !== undefined
}

async function findIdentity(database: Database): Promise<StoreIdentity | undefined> {
  const rows = await database.read<{ name: string; value: string }>(
    sql`select name, value from settings where name in ('app_id', 'env_id')`,
  )
  const settings = new Map(rows.map(({ name, value }) => [name, value]))
  const appId = settings.get('app_id')
  const envId = settings.get('env_id')
  return appId === undefined || envId === undefined ? undefined : { appId, envId }
}

interface InitialRows {
  readonly appId: string
  readonly envId: string
  readonly administratorId: number
  readonly atMs: number
}

export const initialize: Transaction<InitialRows, void> = function* (input) {
  const { appId, envId, administratorId, atMs } = input
  // Only the process that inserts this row initializes the store; the others wait here.
  const inserted = yield* query(sql`
    insert into settings (name, value) values ('app_id', ${appId})
    on conflict (name) do nothing returning name`)
  if (inserted.length === 0) return
  yield* query(sql`insert into settings (name, value) values ('env_id', ${envId})`)
  yield* query(sql`insert into license (id, status, trial_ends_at) values (1, 'active', null)`)
  const [id, name] = [administratorId, firstAdministrator]
  const email = localEmail(name, id)
  yield* query(newUserRow({ id, name, email, isAdministrator: true, passwordHash: null, atMs }))
}

/** An origin without a path; undefined until a service has used the store. */
export async function findPublicAddress({
  read,
}: Pick<Database, 'read'>): Promise<string | undefined> {
  const [row] = await read<{ value: string }>(
    sql`select value from settings where name = 'public_address'`,
  )
  return row?.value
}

export const keepPublicAddress: Transaction<string, void> = function* (address) {
  yield* query(sql`
    insert into settings (name, value) values ('public_address', ${address})
    on conflict (name) do update set value = excluded.value`)
}
