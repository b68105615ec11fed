/** The transactions that change users. @module */
import { RequestError } from '../contract/errors.ts'
import { dropBelongings } from '../database/belongings.ts'
import { query, type Transaction, type TransactionBody } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type AuditStamp, auditRecord } from './audit.ts'
import { licenseRow } from './license.ts'
import { forgetDevicesOf } from './passwords/known-devices.ts'
import { endSessionsOf } from './sessions/session-changes.ts'
import { nameTaken } from './tokens/token-input.ts'

export interface NewUser extends AuditStamp {
  readonly id: number
  readonly name: string
  readonly nameKey: string
  readonly email: string
  readonly isAdministrator: boolean
  readonly passwordHash: string | null
}

export const insertUser: Transaction<NewUser, void> = function* (input) {
  const isAdministrator = input.isAdministrator ? 1 : 0
  const inserted = yield* query(sql`
    insert into users (id, name, name_key, email, is_administrator, password_hash, created_at,
      disabled_at)
    values (${input.id}, ${input.name}, ${input.nameKey}, ${input.email}, ${isAdministrator},
      ${input.passwordHash}, ${input.atMs}, null)
    on conflict (name_key) do nothing returning id`)
  if (inserted.length === 0) throw nameTaken('a user', input.name)
  yield* query(
    auditRecord(input, 'user-create', input.name, {
      userId: input.id,
      isAdministrator: input.isAdministrator,
    }),
  )
}

interface ChangedUser extends AuditStamp {
  readonly id: number
  readonly name: string
  readonly nameKey: string
  readonly email: string
  readonly isAdministrator: boolean
}

export const updateUser: Transaction<ChangedUser, void> = function* (input, dialect) {
  const { id, name, email, isAdministrator } = input
  // Two administrators must not take the role from each other at once.
  yield* query(licenseRow(dialect.forUpdate))
  const [before] = yield* query<{ name: string; email: string; is_administrator: number }>(sql`
    select name, email, is_administrator from users
    where id = ${id} and deleted_at is null ${dialect.forUpdate}`)
  if (before === undefined) throw new RequestError('not-found', 'There is no user with this id.')
  const others = yield* query(sql`
    select id from users where name_key = ${input.nameKey} and id <> ${id}`)
  if (others.length > 0) throw nameTaken('a user', name)
  const wasAdministrator = before.is_administrator === 1
  yield* query(sql`
    update users set name = ${name}, name_key = ${input.nameKey}, email = ${email}
    where id = ${id}`)
  if (isAdministrator !== wasAdministrator) {
    yield* query(sql`
      update users set is_administrator = ${isAdministrator ? 1 : 0}, is_administrator_by_group = 0
      where id = ${id}`)
    yield* assertAdministrator()
  }
  yield* query(
    auditRecord(input, 'user-change', name, {
      userId: id,
      ...(name !== before.name && { formerName: before.name }),
      ...(email !== before.email && { changedEmail: true }),
      ...(isAdministrator && !wasAdministrator && { isAdministrator }),
      ...(wasAdministrator && !isAdministrator && { wasAdministrator }),
    }),
  )
}

interface PasswordInput extends AuditStamp {
  readonly id: number
  readonly passwordHash: string
  readonly exceptHash: string | null
}

export const updatePassword: Transaction<PasswordInput, void> = function* (input) {
  const [user] = yield* query<{ name: string }>(sql`
    update users set password_hash = ${input.passwordHash}
    where id = ${input.id} and disabled_at is null returning name`)
  if (user === undefined) throw noSuchUser()
  // The owner of the new password needs no link, and an old link must not let anybody in.
  yield* query(sql`delete from one_time_links where user_id = ${input.id}`)
  yield* query(endSessionsOf(input.id, input.exceptHash))
  yield* query(forgetDevicesOf(input.id))
  yield* query(auditRecord(input, 'password-set', user.name, { userId: input.id }))
}

export const disableUser: Transaction<AuditStamp & { id: number }, void> = function* (
  input,
  dialect,
) {
  // Two administrators must not disable each other at once: this lock lets one go first.
  yield* query(licenseRow(dialect.forUpdate))
  const [user] = yield* query<{ name: string }>(sql`
    update users set disabled_at = ${input.atMs}
    where id = ${input.id} and disabled_at is null returning name`)
  if (user === undefined) throw noSuchUser()
  yield* assertAdministrator()
  yield* query(sql`delete from one_time_links where user_id = ${input.id}`)
  yield* query(endSessionsOf(input.id))
  yield* query(forgetDevicesOf(input.id))
  yield* query(auditRecord(input, 'user-disable', user.name, { userId: input.id }))
}

export const enableUser: Transaction<AuditStamp & { id: number }, void> = function* (input) {
  const [user] = yield* query<{ name: string }>(sql`
    update users set disabled_at = null
    where id = ${input.id} and disabled_at is not null and deleted_at is null returning name`)
  if (user === undefined) {
    throw new RequestError('not-found', 'There is no disabled user with this id.')
  }
  yield* query(auditRecord(input, 'user-enable', user.name, { userId: input.id }))
}

/** The row stays as the author of pages, under a name that nobody can sign in with. */
export const deleteUser: Transaction<AuditStamp & { id: number }, void> = function* (
  input,
  dialect,
) {
  const { id, atMs } = input
  yield* query(licenseRow(dialect.forUpdate))
  const [user] = yield* query(sql`
    update users set deleted_at = ${atMs}, disabled_at = ${atMs}, is_administrator = 0,
      is_administrator_by_group = 0, name = ${deletedName}, name_key = ${`\u001f${id}`}, email = '',
      password_hash = null
    where id = ${id} and deleted_at is null returning id`)
  if (user === undefined) throw new RequestError('not-found', 'There is no user with this id.')
  yield* assertAdministrator()
  for (const statement of dropBelongings({ owner: 'user', ids: [id] }, everything)) {
    yield* query(statement)
  }
  yield* query(auditRecord(input, 'user-delete', String(id)))
}

/** The author's name on pages of deleted users. */
const deletedName = 'a deleted user'
const everything = 1_000_000

function* assertAdministrator(): TransactionBody<void> {
  const administrators = yield* query(sql`
    select id from users where is_administrator = 1 and disabled_at is null limit 1`)
  if (administrators.length === 0) {
    throw new RequestError(
      'bad-request',
      'This is the last administrator. Make another user an administrator first.',
    )
  }
}

function noSuchUser(): RequestError {
  return new RequestError('not-found', 'There is no enabled user with this id.')
}
