/** Lists what each person may do, and why. @module */
import { append } from '../base/append.ts'
import type { Database } from '../database/database.ts'
import { isAnyOf, likePattern, type Statement, sql } from '../database/sql.ts'
import type { AccessLevel } from './access.ts'
import { nameKey } from './user-name.ts'

export interface EffectiveAccess {
  readonly userId: number
  readonly userName: string
  readonly space: { readonly key: string; readonly name: string } | undefined
  readonly access: AccessLevel
  /** `administrator`, `by hand`, `provider`, or the group with its name; sorted. */
  readonly reasons: readonly AccessReason[]
  readonly place: string
}

export interface AccessReason {
  readonly kind: 'administrator' | 'everybody' | 'group' | 'hand' | 'provider'
  readonly name: string
  readonly access: AccessLevel
}

export interface AccessPart {
  readonly matching?: string | undefined
  readonly spaceId?: number | undefined
  readonly after?: string | undefined
  readonly limit: number
}

export async function listEffectiveAccess(
  database: Database,
  { matching, spaceId, after, limit }: AccessPart,
): Promise<EffectiveAccess[]> {
  const named = `%${likePattern(nameKey(matching ?? ''))}%`
  const found: EffectiveAccess[] = []
  let [afterName = '', afterKey = ''] = after?.split(separator) ?? []
  let others = sql`name_key >= ${afterName}`
  // One person may have thousands of spaces and thousands of people none, so the number of
  // people grows step by step.
  for (let most = 1; found.length < limit; most = Math.min(2 * most, maxPeople)) {
    const people = await database.read<PersonRow>(sql`
      select id, name_key from users
      where disabled_at is null and name_key like ${named} escape '!' and ${others}
      order by name_key limit ${most}`)
    const last = people.at(-1)
    if (last === undefined) break
    const ids = people.map(({ id }) => id)
    const place = { afterName, afterKey, limit: limit - found.length }
    append(found, await listOf(database, ids, spaceId, place))
    afterName = last.name_key
    afterKey = ''
    others = sql`name_key > ${afterName}`
  }
  return found
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
    with given as (
      select a.user_id, a.space_id, a.access, 'hand' as kind, '' as name from space_access a
        where ${isTheirs(sql`a.user_id`)}
      union all select a.user_id, a.space_id, a.access, 'provider', '' from group_access a
        where ${isTheirs(sql`a.user_id`)}
      union all select m.user_id, g.space_id, g.access, 'group', ug.name from group_members m
        join user_groups ug on ug.id = m.group_id join group_grants g on g.group_id = ug.id
        where ${isTheirs(sql`m.user_id`)}
      union all select u.id, g.space_id, g.access, 'everybody', '' from group_grants g
        cross join users u where g.group_id = 0 and ${isTheirs(sql`u.id`)}),
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
  const found = new Map<string, AccessRow[]>()
  for (const row of rows) {
    const place = `${row.name_key}${separator}${row.key_fold}`
    found.set(place, [...(found.get(place) ?? []), row])
  }
  return Array.from(found, toEffectiveAccess)
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
  const [first] = rows as [AccessRow, ...AccessRow[]]
  const { id, user_name: userName, key, space_name: name } = first
  return {
    userId: id,
    userName,
    space: key === null || name === null ? undefined : { key, name },
    access: rows.some((row) => row.access === 'write') ? 'write' : 'read',
    reasons: rows.map(({ kind, name: group, access }) => ({ kind, name: group, access })),
    place,
  }
}
