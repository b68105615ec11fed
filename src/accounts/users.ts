/** The users, who own tokens, sign in and have access to spaces. @module */
import { RequestError } from '../contract/errors.ts'
import { dropBelongings } from '../store/belongings.ts'
import { type Database, query, type Transaction, type TransactionBody } from '../store/database.ts'
import { readAs } from '../store/read-as.ts'
import { likePattern, type Statement, sql } from '../store/sql.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from './audit.ts'
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

export interface Users extends ReturnType<typeof users> {}

export function users(store: AuditedStore, passwords: Passwords) {
  const { database, ids } = store
  const change = auditedChanges(store)
  const find = async (condition: Statement): Promise<User | undefined> =>
    (await readUsers(database, sql`where ${condition}`))[0]
  const findByName = (name: string): Promise<User | undefined> =>
    find(sql`name_key = ${nameKey(name)}`)
  const getByName = async (name: string): Promise<User> => getUser(await findByName(name), name)
  return {
    /** @throws {RequestError} `bad-request`, or `already-exists` when the name is taken. */
    async create(input: CreateUser): Promise<User> {
      const name = checkUserName(input.name)
      const id = await ids.nextId()
      const email = input.email === undefined ? localEmail(name, id) : checkEmail(input.email)
      const passwordHash =
        input.password === undefined ? null : await passwords.hash(input.password, name)
      const { isAdministrator } = input
      await change(insertUser, input.createdBy, { id, name, email, isAdministrator, passwordHash })
      return getUser(await find(sql`id = ${id}`), name)
    },
    /**
     * A lost role is lost from the next request on.
     * @throws {RequestError} `bad-request` (also for the last administrator), `already-exists` or
     * `not-found`.
     */
    async change({ name: presentName, to, changedBy }: ChangeUser): Promise<User> {
      const present = await getByName(presentName)
      const { id } = present
      const name = to.name === undefined ? present.name : checkUserName(to.name)
      const { email: wantedEmail = present.email } = to
      const email = wantedEmail === '' ? localEmail(name, id) : checkEmail(wantedEmail)
      const { isAdministrator = present.isAdministrator } = to
      await change(updateUser, changedBy, { id, name, email, isAdministrator })
      return getUser(await find(sql`id = ${id}`), name)
    },
    list(range?: UserPart): Promise<User[]> {
      const limit = range === undefined ? sql`` : sql`limit ${range.limit}`
      return readUsers(database, sql`where ${isInPart(range)} order by name_key ${limit}`)
    },
    /** Ignores case, and finds disabled users too. */
    findByName,
    findById: (id: number) => find(sql`id = ${id}`),
    /** Find an enabled user; takes as long for unknown names. */
    async findByPassword(name: string, password: string): Promise<User | undefined> {
      const user = await findByName(name)
      const isEnabled = user?.disabledAt === null
      const [row] = await database.read<{ password_hash: string | null }>(
        sql`select password_hash from users where id = ${isEnabled ? user.id : 0}`,
      )
      const isRight = await passwords.verify(password, row?.password_hash ?? null)
      return isRight ? user : undefined
    },
    /** Ends all other sessions. Throws `bad-request` or `not-found`. */
    async setPassword(
      id: number,
      password: string,
      setBy: Actor,
      exceptId?: string,
    ): Promise<void> {
      const name = (await find(sql`id = ${id}`))?.name ?? ''
      const passwordHash = await passwords.hash(password, name)
      const exceptHash = exceptId === undefined ? null : credentialHash(exceptId)
      await change(updatePassword, setBy, { id, passwordHash, exceptHash })
    },
    /** @throws {RequestError} `not-found`, or `bad-request` for the last administrator. */
    async disable(name: string, disabledBy: Actor): Promise<void> {
      await change(disableUser, disabledBy, { id: (await getByName(name)).id })
    },
    /** @throws {RequestError} `not-found` when there is no such disabled user. */
    async enable(name: string, enabledBy: Actor): Promise<void> {
      await change(enableUser, enabledBy, { id: (await getByName(name)).id })
    },
    /**
     * Delete a user for good; their pages keep an author without a name.
     * @throws {RequestError} `not-found`, or `bad-request` for the last administrator.
     */
    async delete(name: string, deletedBy: Actor): Promise<void> {
      await change(deleteUser, deletedBy, { id: (await getByName(name)).id })
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

function readUsers(database: Database, rest: Statement): Promise<User[]> {
  return readAs(
    database,
    sql`select id, name, email, is_administrator as "isAdministrator",
        password_hash is not null as "hasPassword",
        exists (select 1 from identities i where i.user_id = users.id) as "hasIdentity",
        is_administrator_by_group as "isAdministratorByGroup", created_at as "createdAt",
        disabled_at as "disabledAt?"
      from (select * from users where deleted_at is null) users ${rest}`,
  )
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

interface ChangedUser extends AuditStamp {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isAdministrator: boolean
}

interface NewUser extends ChangedUser {
  readonly passwordHash: string | null
}

export const insertUser: Transaction<NewUser, void> = function* (input) {
  const { id, name, isAdministrator } = input
  const inserted = yield* query(newUserRow(input))
  if (inserted.length === 0) throw nameTaken('a user', name)
  yield* query(auditRecord(input, 'user-create', name, { userId: id, isAdministrator }))
}

/** Returns no row when the name is taken. */
export function newUserRow(user: Omit<NewUser, keyof AuditStamp> & { atMs: number }): Statement {
  const { id, name, email, isAdministrator, passwordHash, atMs } = user
  return sql`
    insert into users (id, name, name_key, email, is_administrator, password_hash, created_at,
      disabled_at)
    values (${id}, ${name}, ${nameKey(name)}, ${email}, ${isAdministrator ? 1 : 0}, ${passwordHash},
      ${atMs}, null)
    on conflict (name_key) do nothing returning id`
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
    select id from users where name_key = ${nameKey(name)} and id <> ${id}`)
  if (namesakes.length > 0) throw nameTaken('a user', name)
  const wasAdministrator = previous.is_administrator === 1
  yield* query(sql`
    update users set name = ${name}, name_key = ${nameKey(name)}, email = ${email}
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

type UserId = AuditStamp & { readonly id: number }

export const disableUser: Transaction<UserId, void> = function* (input, dialect) {
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

export const enableUser: Transaction<UserId, void> = function* (input) {
  const [user] = yield* query<{ name: string }>(sql`
    update users set disabled_at = null
    where id = ${input.id} and disabled_at is not null and deleted_at is null returning name`)
  if (user === undefined) {
    throw new RequestError('not-found', 'There is no disabled user with this id.')
  }
  yield* query(auditRecord(input, 'user-enable', user.name, { userId: input.id }))
}

/** Pages still need their author, so the row stays, renamed so that nobody can sign in. */
export const deleteUser: Transaction<UserId, void> = function* (input, dialect) {
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
