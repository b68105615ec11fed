/** The users, who own tokens, sign in and have access to spaces. @module */
import { RequestError } from '../contract/errors.ts'
import { dropBelongings } from '../store/belongings.ts'
import { type Database, query, type Transaction, type TransactionBody } from '../store/database.ts'
import type { IdAllocator } from '../store/ids.ts'
import { likePattern, type Statement, sql } from '../store/sql.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from './audit.ts'
import type { Clock } from './clock.ts'
import { licenseRow } from './license.ts'
import type { Passwords } from './passwords/passwords.ts'
import { endSessionsOf } from './sessions/sessions.ts'
import { credentialHash } from './tokens/authorization.ts'
import { nameTaken } from './tokens/token-input.ts'
import { checkEmail, checkUserName, nameKey } from './user-name.ts'

export interface User {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isAdministrator: boolean
  readonly hasPassword: boolean
  readonly hasIdentity: boolean
  readonly isAdministratorByGroup: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

interface CreateUser {
  readonly name: string
  /** Without one the user gets a local address, because some clients need one. */
  readonly email?: string | undefined
  readonly isAdministrator: boolean
  readonly password?: string | undefined
  readonly createdBy: Actor
}

interface ChangeUser {
  readonly name: string
  /** Missing members stay unchanged. */
  readonly to: Partial<Pick<User, 'name' | 'email' | 'isAdministrator'>>
  readonly changedBy: Actor
}

interface UserPart {
  readonly matching?: string | undefined
  readonly after?: string | undefined
  readonly isEnabled?: boolean
  readonly limit: number
}

export interface Users {
  /** @throws {RequestError} `bad-request`, or `already-exists` when the name is taken. */
  create(input: CreateUser): Promise<User>
  /**
   * A lost role is lost from the next request on.
   * @throws {RequestError} `bad-request` (also for the last administrator), `already-exists` or
   * `not-found`.
   */
  change(input: ChangeUser): Promise<User>
  list(range?: UserPart): Promise<User[]>
  /** Ignores case, and finds disabled users too. */
  findByName(name: string): Promise<User | undefined>
  findById(id: number): Promise<User | undefined>
  /** Find an enabled user; takes as long for unknown names. */
  findByPassword(name: string, password: string): Promise<User | undefined>
  /** Ends all other sessions. Throws `bad-request` or `not-found`. */
  setPassword(id: number, password: string, setBy: Actor, exceptId?: string): Promise<void>
  /** @throws {RequestError} `not-found`, or `bad-request` for the last administrator. */
  disable(name: string, disabledBy: Actor): Promise<void>
  /** @throws {RequestError} `not-found` when there is no such disabled user. */
  enable(name: string, enabledBy: Actor): Promise<void>
  /**
   * Delete a user for good; their pages keep an author without a name.
   * @throws {RequestError} `not-found`, or `bad-request` for the last administrator.
   */
  delete(name: string, deletedBy: Actor): Promise<void>
}

interface UserRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly is_administrator: number
  readonly password_hash: string | null
  readonly is_administrator_by_group: number
  readonly has_identity: number
  readonly created_at: number
  readonly disabled_at: number | null
}

export function users(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  passwords: Passwords,
): Users {
  const stamp = auditStamps(ids, clock)
  const findRow = async (condition: Statement): Promise<UserRow | undefined> =>
    (await database.read<UserRow>(sql`${selectUsers} where ${condition}`))[0]
  const find = async (condition: Statement): Promise<User | undefined> => {
    const row = await findRow(condition)
    return row === undefined ? undefined : toUser(row)
  }
  return {
    async create(input) {
      const name = checkUserName(input.name)
      const id = await ids.nextId()
      const email = input.email === undefined ? localEmail(name, id) : checkEmail(input.email)
      const passwordHash =
        input.password === undefined ? null : await passwords.hash(input.password, name)
      const { isAdministrator } = input
      const row = { id, name, nameKey: nameKey(name), email, isAdministrator, passwordHash }
      await database.write(insertUser, { ...(await stamp(input.createdBy)), ...row })
      return getUser(await find(sql`id = ${id}`), name)
    },
    async change({ name: presentName, to, changedBy }) {
      const present = getUser(await find(sql`name_key = ${nameKey(presentName)}`), presentName)
      const { id } = present
      const name = to.name === undefined ? present.name : checkUserName(to.name)
      const { email: wantedEmail = present.email } = to
      const email = wantedEmail === '' ? localEmail(name, id) : checkEmail(wantedEmail)
      const { isAdministrator = present.isAdministrator } = to
      const row = { id, name, nameKey: nameKey(name), email, isAdministrator }
      await database.write(updateUser, { ...(await stamp(changedBy)), ...row })
      return getUser(await find(sql`id = ${id}`), name)
    },
    async list(range) {
      const limit = range === undefined ? sql`` : sql`limit ${range.limit}`
      const rows = await database.read<UserRow>(sql`
        ${selectUsers} where ${isInPart(range)} order by name_key ${limit}`)
      return rows.map(toUser)
    },
    findByName: (name) => find(sql`name_key = ${nameKey(name)}`),
    findById: (id) => find(sql`id = ${id}`),
    async findByPassword(name, password) {
      const row = await findRow(sql`name_key = ${nameKey(name)} and disabled_at is null`)
      const isRight = await passwords.verify(password, row?.password_hash ?? null)
      return row !== undefined && isRight ? toUser(row) : undefined
    },
    async setPassword(id, password, setBy, exceptId) {
      const name = (await find(sql`id = ${id}`))?.name ?? ''
      const passwordHash = await passwords.hash(password, name)
      const exceptHash = exceptId === undefined ? null : credentialHash(exceptId)
      const input = { id, passwordHash, exceptHash }
      await database.write(updatePassword, { ...(await stamp(setBy)), ...input })
    },
    async disable(name, disabledBy) {
      const { id } = getUser(await find(sql`name_key = ${nameKey(name)}`), name)
      await database.write(disableUser, { ...(await stamp(disabledBy)), id })
    },
    async enable(name, enabledBy) {
      const { id } = getUser(await find(sql`name_key = ${nameKey(name)}`), name)
      await database.write(enableUser, { ...(await stamp(enabledBy)), id })
    },
    async delete(name, deletedBy) {
      const { id } = getUser(await find(sql`name_key = ${nameKey(name)}`), name)
      await database.write(deleteUser, { ...(await stamp(deletedBy)), id })
    },
  }
}

function isInPart({ matching, after, isEnabled = false }: Partial<UserPart> = {}): Statement {
  const pattern = `%${likePattern(nameKey(matching ?? ''))}%`
  const addressed = `%${likePattern((matching ?? '').toLowerCase())}%`
  return sql`name_key > ${after === undefined ? '' : nameKey(after)}
    ${isEnabled ? sql`and disabled_at is null` : sql``}
    ${
      matching === undefined
        ? sql``
        : sql`and (name_key like ${pattern} escape '!' or lower(email) like ${addressed} escape '!')`
    }`
}

const selectUsers = sql`
  select id, name, email, is_administrator, is_administrator_by_group, password_hash, created_at,
    disabled_at,
    case when exists (select 1 from identities i where i.user_id = users.id) then 1 else 0 end
      as has_identity
  from (select * from users where deleted_at is null) users`

function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    isAdministrator: row.is_administrator === 1,
    hasPassword: row.password_hash !== null,
    hasIdentity: row.has_identity === 1,
    isAdministratorByGroup: row.is_administrator_by_group === 1,
    createdAt: new Date(row.created_at),
    disabledAt: row.disabled_at === null ? null : new Date(row.disabled_at),
  }
}

/** @param id Used for names that no address can contain. */
export function localEmail(name: string, id: number): string {
  const local = /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/.test(name) ? name.toLowerCase() : `user-${id}`
  return `${local}@markport.local`
}

function getUser(user: User | undefined, name: string): User {
  if (user !== undefined) return user
  throw new RequestError(
    'not-found',
    `There is no user named ${name.slice(0, 100)}. "markport user list" shows those there are.`,
  )
}

interface NewUser extends AuditStamp {
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
  const [previous] = yield* query<{ name: string; email: string; is_administrator: number }>(sql`
    select name, email, is_administrator from users
    where id = ${id} and deleted_at is null ${dialect.forUpdate}`)
  if (previous === undefined) throw new RequestError('not-found', 'There is no user with this id.')
  const namesakes = yield* query(sql`
    select id from users where name_key = ${input.nameKey} and id <> ${id}`)
  if (namesakes.length > 0) throw nameTaken('a user', name)
  const wasAdministrator = previous.is_administrator === 1
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
      ...(name !== previous.name && { formerName: previous.name }),
      ...(email !== previous.email && { changedEmail: true }),
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
  // An old link must not let anybody in after the password has changed.
  yield* query(sql`delete from one_time_links where user_id = ${input.id}`)
  yield* query(endSessionsOf(input.id, input.exceptHash))
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

/** Pages still need their author, so the row stays, renamed so that nobody can sign in. */
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
