/** The users: who can own tokens, sign in to the web pages and be given access to spaces. @module */
import { RequestError } from '../base/errors.ts'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { likePattern, type Statement, sql } from '../database/sql.ts'
import { type Actor, auditStamps } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Passwords } from './passwords/passwords.ts'
import { credentialHash } from './tokens/authorization.ts'
import { deleteUser, disableUser, enableUser, insertUser, updatePassword } from './user-changes.ts'
import { checkEmail, checkUserName, nameKey } from './user-name.ts'

export interface User {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isAdministrator: boolean
  readonly hasPassword: boolean
  /** Whether they signed in by the OpenID provider before. */
  readonly hasIdentity: boolean
  /** Whether they are an administrator by a group of the provider only. */
  readonly isAdministratorByGroup: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

export interface CreateUser {
  readonly name: string
  /** Without one the user gets a local address, so that clients that insist on one can sign in. */
  readonly email?: string | undefined
  readonly isAdministrator: boolean
  readonly password?: string | undefined
  readonly createdBy: Actor
}

export interface UserPart {
  /** Only users with this in their name or e-mail address. */
  readonly matching?: string | undefined
  /** Only users after the one with this name. */
  readonly after?: string | undefined
  /** Only users who are not disabled. */
  readonly isEnabled?: boolean
  readonly limit: number
}

export interface Users {
  /** @throws {RequestError} `bad-request`, or `already-exists` when the name is taken. */
  create(input: CreateUser): Promise<User>
  /** List users by name: all, or a part. */
  list(part?: UserPart): Promise<User[]>
  /** Find a user, disabled ones included, by name without regard to case. */
  findByName(name: string): Promise<User | undefined>
  findById(id: number): Promise<User | undefined>
  /**
   * Find the enabled user with this name and password; takes as long for names that do not exist.
   */
  findByPassword(name: string, password: string): Promise<User | undefined>
  /**
   * Set a password, which ends all sessions of the user but one.
   * @throws {RequestError} `bad-request` for the password, `not-found` for the user.
   */
  setPassword(id: number, password: string, setBy: Actor, exceptId?: string): Promise<void>
  /**
   * Take everything from a user at once: signing in, tokens, access. Pages keep their author.
   * @throws {RequestError} `not-found`, or `bad-request` for the last administrator.
   */
  disable(name: string, disabledBy: Actor): Promise<void>
  /**
   * Give everything back that disabling took: signing in, tokens that live, access.
   * @throws {RequestError} `not-found` when there is no such disabled user.
   */
  enable(name: string, enabledBy: Actor): Promise<void>
  /**
   * Take a user away for good, with all that lets them in; pages keep an author without a name.
   * @throws {RequestError} `not-found`, or `bad-request` for the last administrator.
   */
  delete(name: string, deletedBy: Actor): Promise<void>
}

export interface UserRow {
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

/** Make the users' keeper. */
export function users(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  passwords: Passwords,
): Users {
  const stamp = auditStamps(ids, clock)
  const findRow = async (where: Statement): Promise<UserRow | undefined> =>
    (await database.read<UserRow>(sql`${selectUsers} where ${where}`))[0]
  const find = async (where: Statement): Promise<User | undefined> => {
    const row = await findRow(where)
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
    async list(part) {
      const limit = part === undefined ? sql`` : sql`limit ${part.limit}`
      const rows = await database.read<UserRow>(sql`
        ${selectUsers} where ${isInPart(part)} order by name_key ${limit}`)
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

/** `name_key` is the name folded, so it is found in any case. */
function isInPart({ matching, after, isEnabled = false }: Partial<UserPart> = {}): Statement {
  const named = `%${likePattern(nameKey(matching ?? ''))}%`
  const addressed = `%${likePattern((matching ?? '').toLowerCase())}%`
  return sql`name_key > ${after === undefined ? '' : nameKey(after)}
    ${isEnabled ? sql`and disabled_at is null` : sql``}
    ${
      matching === undefined
        ? sql``
        : sql`and (name_key like ${named} escape '!' or lower(email) like ${addressed} escape '!')`
    }`
}

/** Selects the columns of a `UserRow`. */
const selectUsers = sql`
  select id, name, email, is_administrator, is_administrator_by_group, password_hash, created_at,
    disabled_at,
    case when exists (select 1 from identities i where i.user_id = users.id) then 1 else 0 end
      as has_identity
  from (select * from users where deleted_at is null) users`

/** The password's hash stays behind. */
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

/**
 * Make the address of a user who has none.
 * @param id The user's id, for names that no address can hold.
 */
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
