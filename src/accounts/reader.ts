/** Readers: queries about spaces and pages return only what their reader may read. @module */
import type { Database } from '../store/database.ts'
import { isAnyOf, type Statement, sql } from '../store/sql.ts'

/** Made for one request: it remembers its decisions about spaces. */
export interface Reader {
  readonly database: Database
  /** Undefined for a visitor and for commands on the store. */
  readonly principal: Principal | undefined
  /** True for an open wiki and for commands on the store. */
  readonly readsAll: boolean
  mayRead(spaceId: string): Promise<boolean>
  mayWrite(spaceId: string): Promise<boolean>
  /** The table's name must be part of `spaceId`: the condition has such columns too. */
  isReadable(spaceId: Statement): Promise<Statement>
  isWritable(spaceId: Statement): Promise<Statement>
  /** Undefined when that is every space, or too many to list. */
  listSpaceIds(): Promise<readonly number[] | undefined>
}

/** The size of statements that list spaces is limited. */
const maxNamed = 50

/** @param principal Undefined for a visitor. */
export function readerAs(
  database: Database,
  principal: Principal | undefined,
  isOpen = false,
): Reader {
  const levels = new Map<string, Promise<AccessLevel | undefined>>()
  const levelIn = (spaceId: string): Promise<AccessLevel | undefined> => {
    const level =
      levels.get(spaceId) ??
      (principal === undefined
        ? Promise.resolve(undefined)
        : accessOf(database, principal, Number(spaceId)))
    levels.set(spaceId, level)
    return level
  }
  const listSpaces = async (level: AccessLevel, limit: Statement): Promise<number[]> => {
    if (principal === undefined) return []
    const rows = await database.read<{ id: number }>(sql`
      select id from spaces
      where deleted_at is null and ${conditions[level](sql`spaces.id`, principal)} ${limit}`)
    return rows.map(({ id }) => id)
  }
  const spacesByLevel = new Map<AccessLevel, Promise<number[]>>()
  let readableIds: Promise<number[]> | undefined
  const isOpenFor = async (spaceId: Statement, level: AccessLevel): Promise<Statement> => {
    if (principal === undefined) return sql`1 = 0`
    if (!database.isSpread) return conditions[level](spaceId, principal)
    // Citus cannot join the tables of access for each row, so pass the space ids by value.
    const spaceIds = spacesByLevel.get(level) ?? listSpaces(level, sql``)
    spacesByLevel.set(level, spaceIds)
    return sql`${spaceId} = any(cast(${`{${await spaceIds}}`} as bigint[]))`
  }
  return {
    database,
    principal,
    readsAll: isOpen,
    mayRead: async (spaceId) => isOpen || (await levelIn(spaceId)) !== undefined,
    mayWrite: async (spaceId) => (await levelIn(spaceId)) === 'write',
    isReadable: async (spaceId) => (isOpen ? sql`1 = 1` : isOpenFor(spaceId, 'read')),
    isWritable: (spaceId) => isOpenFor(spaceId, 'write'),
    async listSpaceIds() {
      if (isOpen) return undefined
      readableIds ??= listSpaces('read', sql`limit ${maxNamed + 1}`)
      const ids = await readableIds
      return ids.length > maxNamed ? undefined : ids
    },
  }
}

export function readerOfAll(database: Database): Reader {
  return {
    ...readerAs(database, undefined, true),
    mayWrite: async () => true,
    isWritable: async () => sql`1 = 1`,
  }
}

export interface Principal {
  readonly userId: number
  /** The only spaces by id; undefined for all that the user may access. */
  readonly spaceIds?: readonly number[] | undefined
}

/** Queries must take this condition from a `Reader`. */
export function isReadable(spaceId: Statement, reader: Principal): Statement {
  return isOpen(spaceId, reader, sql`1 = 1`)
}

export function isWritable(spaceId: Statement, writer: Principal): Statement {
  return isOpen(spaceId, writer, sql`a.access = 'write'`)
}

const conditions = { read: isReadable, write: isWritable } as const

export function isWritableBy(spaceId: Statement, userId: Statement): Statement {
  return isOpenTo(spaceId, userId, sql`a.access = 'write'`)
}

export function isWriter(userId: Statement): Statement {
  const grants = grantsTo((column) => sql`${column} = ${userId}`, sql`a.access = 'write'`)
  return sql`(exists (select 1 from users asker where asker.id = ${userId} and asker.is_administrator = 1
      and exists (select 1 from spaces w where w.deleted_at is null))
    or exists (select 1 from (${grants}) granted join spaces w on w.id = granted.space_id
      where w.deleted_at is null))`
}

function isOpen(
  spaceId: Statement,
  { userId, spaceIds }: Principal,
  isEnough: Statement,
): Statement {
  const condition = isOpenTo(spaceId, sql`${userId}`, isEnough)
  return spaceIds === undefined ? condition : sql`(${condition} and ${isAnyOf(spaceId, spaceIds)})`
}

/** The parameters must not use the names of the tables in here. */
function isOpenTo(spaceId: Statement, userId: Statement, isEnough: Statement): Statement {
  const grants = grantsTo(
    (column) => sql`${column} = ${userId}`,
    sql`a.space_id = ${spaceId} and ${isEnough}`,
  )
  return sql`(exists (select 1 from users asker where asker.id = ${userId} and asker.is_administrator = 1)
    or exists (${grants}))`
}

/**
 * All sources of access: by hand, by groups of the provider, by groups made here, and for everybody
 * (group 0). Each table is looked up by its key, because a union would first collect all grants.
 * @param isOf Whether a column has the id of a requested user.
 * @param condition On the grant `a`.
 */
export function grantsTo(
  isOf: (userId: Statement) => Statement,
  condition: Statement = sql`1 = 1`,
): Statement {
  return sql`
    select a.user_id, a.space_id, a.access, 'hand' as kind, '' as name from space_access a
      where ${isOf(sql`a.user_id`)} and ${condition}
    union all select a.user_id, a.space_id, a.access, 'provider', '' from group_access a
      where ${isOf(sql`a.user_id`)} and ${condition}
    union all select m.user_id, a.space_id, a.access, 'group', named.name from group_members m
      join user_groups named on named.id = m.group_id join group_grants a on a.group_id = m.group_id
      where ${isOf(sql`m.user_id`)} and ${condition}
    union all select everyone.id, a.space_id, a.access, 'everybody', '' from users everyone
      join group_grants a on a.group_id = 0 where ${isOf(sql`everyone.id`)} and ${condition}`
}

export type AccessLevel = 'read' | 'write'

export async function accessOf(
  database: Database,
  principal: Principal,
  spaceId: number,
): Promise<AccessLevel | undefined> {
  const space = sql`cast(${spaceId} as bigint)`
  const [row] = await database.read<{ access: AccessLevel | null }>(sql`
    select case when ${isWritable(space, principal)} then 'write'
      when ${isReadable(space, principal)} then 'read' end as access
    from users u where u.id = ${principal.userId} and u.disabled_at is null`)
  return row?.access ?? undefined
}
