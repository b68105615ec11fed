/** Which users may read or write which spaces, and why. @module */
import { append } from '../contract/base/append.ts'
import { RequestError } from '../contract/errors.ts'
import { type Database, query, type Transaction } from '../store/database.ts'
import type { IdAllocator } from '../store/ids.ts'
import { isAnyOf, likePattern, type Statement, sql } from '../store/sql.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from './audit.ts'
import type { Clock } from './clock.ts'
import { type AccessLevel, grantsTo } from './reader.ts'
import { nameKey } from './user-name.ts'

export interface Access {
  /** @throws {RequestError} `not-found` when there is no such enabled user or space. */
  grant(input: {
    userId: number
    spaceId: number
    access: AccessLevel
    grantedBy: Actor
  }): Promise<void>
  /** @throws {RequestError} `not-found` when nothing was granted. */
  revoke(input: { userId: number; spaceId: number; revokedBy: Actor }): Promise<void>
  listOf(
    userId: number,
    range: { after?: string | undefined; limit: number },
  ): Promise<GrantedSpace[]>
}

export interface GrantedSpace {
  readonly userId: number
  readonly spaceId: number
  readonly spaceKey: string
  readonly spaceName: string
  readonly access: AccessLevel
  readonly byHand: AccessLevel | null
  readonly byGroups: AccessLevel | null
}

export function spaceAccess(database: Database, ids: IdAllocator, clock: Clock): Access {
  const stamp = auditStamps(ids, clock)
  return {
    async grant({ grantedBy, ...input }) {
      await database.write(grantAccess, { ...(await stamp(grantedBy)), ...input })
    },
    async revoke({ revokedBy, ...input }) {
      await database.write(revokeAccess, { ...(await stamp(revokedBy)), ...input })
    },
    async listOf(userId, { after, limit }) {
      const rows = await database.read<GrantedRow>(sql`
        select * from (${grantedSpaces(userId)}) granted
        where key_fold > ${after?.toLowerCase() ?? ''} order by key_fold limit ${limit}`)
      return rows.map(toGrantedSpace)
    },
  }
}

interface GrantedRow {
  readonly user_id: number
  readonly space_id: number
  readonly key: string
  readonly name: string
  readonly access: AccessLevel
  readonly by_hand: AccessLevel | null
  readonly by_groups: AccessLevel | null
}

/** The higher of two levels wins; they are compared as text. */
function grantedSpaces(userId: number): Statement {
  return sql`
    select a.user_id, a.space_id, max(a.access) as access,
      max(case when a.kind = 'hand' then a.access end) as by_hand,
      max(case when a.kind <> 'hand' then a.access end) as by_groups, s.key, s.key_fold, s.name
    from (${grantsTo((column) => sql`${column} = ${userId}`)}) a join spaces s on s.id = a.space_id
    group by a.user_id, a.space_id, s.key, s.key_fold, s.name`
}

function toGrantedSpace(row: GrantedRow): GrantedSpace {
  return {
    userId: row.user_id,
    spaceId: row.space_id,
    spaceKey: row.key,
    spaceName: row.name,
    access: row.access,
    byHand: row.by_hand,
    byGroups: row.by_groups,
  }
}

interface AccessInput extends AuditStamp {
  readonly userId: number
  readonly spaceId: number
}

export const grantAccess: Transaction<AccessInput & { access: AccessLevel }, void> = function* (
  input,
) {
  const [grant] = yield* query<{ user_name: string; space_key: string }>(sql`
    select u.name as user_name, s.key as space_key from users u
    join spaces s on s.id = ${input.spaceId}
    where u.id = ${input.userId} and u.disabled_at is null`)
  if (grant === undefined) {
    throw new RequestError('not-found', 'There is no such space, or no such enabled user.')
  }
  yield* query(sql`
    insert into space_access (space_id, user_id, access)
    values (${input.spaceId}, ${input.userId}, ${input.access})
    on conflict (space_id, user_id) do update set access = excluded.access`)
  yield* query(
    auditRecord(input, 'access-grant', grant.user_name, {
      space: grant.space_key,
      access: input.access,
    }),
  )
}

export const revokeAccess: Transaction<AccessInput, void> = function* (input) {
  const [revoked] = yield* query<{ access: AccessLevel }>(sql`
    delete from space_access
    where space_id = ${input.spaceId} and user_id = ${input.userId} returning access`)
  if (revoked === undefined) {
    throw new RequestError('not-found', 'This user had no access to this space.')
  }
  const [user] = yield* query<{ name: string }>(
    sql`select name from users where id = ${input.userId}`,
  )
  yield* query(
    auditRecord(input, 'access-revoke', user?.name ?? '', {
      spaceId: input.spaceId,
      access: revoked.access,
    }),
  )
}

export interface EffectiveAccess {
  readonly userId: number
  readonly userName: string
  readonly space: { readonly key: string; readonly name: string } | undefined
  readonly access: AccessLevel
  readonly reasons: readonly AccessReason[]
  readonly place: string
}

export interface AccessReason {
  readonly kind: 'administrator' | 'everybody' | 'group' | 'hand' | 'provider'
  readonly name: string
  readonly access: AccessLevel
}

interface AccessPart {
  readonly matching?: string | undefined
  readonly spaceId?: number | undefined
  readonly after?: string | undefined
  readonly limit: number
}

export async function listEffectiveAccess(
  database: Database,
  { matching, spaceId, after, limit }: AccessPart,
): Promise<EffectiveAccess[]> {
  const pattern = `%${likePattern(nameKey(matching ?? ''))}%`
  const entries: EffectiveAccess[] = []
  let [afterName = '', afterKey = ''] = after?.split(separator) ?? []
  let isInRange = sql`name_key >= ${afterName}`
  // Reads more and more people at once: one may have thousands of spaces, and thousands none.
  for (
    let peopleAtOnce = 1;
    entries.length < limit;
    peopleAtOnce = Math.min(2 * peopleAtOnce, maxPeople)
  ) {
    const people = await database.read<PersonRow>(sql`
      select id, name_key from users
      where disabled_at is null and name_key like ${pattern} escape '!' and ${isInRange}
      order by name_key limit ${peopleAtOnce}`)
    const lastPerson = people.at(-1)
    if (lastPerson === undefined) break
    const ids = people.map(({ id }) => id)
    const place = { afterName, afterKey, limit: limit - entries.length }
    append(entries, await listOf(database, ids, spaceId, place))
    afterName = lastPerson.name_key
    afterKey = ''
    isInRange = sql`name_key > ${afterName}`
  }
  return entries
}

const separator = '\u001f'
const maxPeople = 1_000

interface PersonRow {
  readonly id: number
  readonly name_key: string
}

async function listOf(
  database: Database,
  userIds: readonly number[],
  spaceId: number | undefined,
  { afterName, afterKey, limit }: { afterName: string; afterKey: string; limit: number },
): Promise<EffectiveAccess[]> {
  const isTheirs = (column: Statement): Statement => isAnyOf(column, userIds)
  const rows = await database.read<AccessRow>(sql`
    with given as (${grantsTo(isTheirs)}),
    listed as (
      select u.id, u.name as user_name, u.name_key, s.key_fold, s.key, s.name as space_name,
        g.access, g.kind, g.name
      from given g join users u on u.id = g.user_id and u.is_administrator = 0
      join spaces s on s.id = g.space_id and s.deleted_at is null
      where ${spaceId === undefined ? sql`1 = 1` : sql`s.id = ${spaceId}`}
      union all
      select id, name, name_key, '', null, null, 'write', 'administrator', '' from users
      where is_administrator = 1 and ${isTheirs(sql`id`)}),
    places as (
      select distinct name_key, key_fold from listed
      where (name_key, key_fold) > (${afterName}, ${afterKey})
      order by name_key, key_fold limit ${limit})
    select l.* from listed l join places p on p.name_key = l.name_key and p.key_fold = l.key_fold
    order by l.name_key, l.key_fold, l.kind, l.name`)
  const rowsByPerson = new Map<string, AccessRow[]>()
  for (const row of rows) {
    const place = `${row.name_key}${separator}${row.key_fold}`
    rowsByPerson.set(place, [...(rowsByPerson.get(place) ?? []), row])
  }
  return Array.from(rowsByPerson, toEffectiveAccess)
}

interface AccessRow {
  readonly id: number
  readonly user_name: string
  readonly name_key: string
  readonly key_fold: string
  readonly key: string | null
  readonly space_name: string | null
  readonly access: AccessLevel
  readonly kind: AccessReason['kind']
  readonly name: string
}

function toEffectiveAccess([place, rows]: [string, AccessRow[]]): EffectiveAccess {
  const [firstRow] = rows as [AccessRow, ...AccessRow[]]
  const { id, user_name: userName, key, space_name: name } = firstRow
  return {
    userId: id,
    userName,
    space: key === null || name === null ? undefined : { key, name },
    access: rows.some((row) => row.access === 'write') ? 'write' : 'read',
    reasons: rows.map(({ kind, name: group, access }) => ({ kind, name: group, access })),
    place,
  }
}
