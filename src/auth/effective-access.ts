/** What each person may, and why: all that was given to them, by whatever way. @module */
import type { Database } from '../database/database.ts'
import { likePattern, sql } from '../database/sql.ts'
import type { AccessLevel } from './access.ts'
import { nameKey } from './user-name.ts'

/** One person in one space; in all of them for an administrator. */
export interface EffectiveAccess {
  readonly userId: number
  readonly userName: string
  /** Undefined for all spaces. */
  readonly space: { readonly key: string; readonly name: string } | undefined
  readonly access: AccessLevel
  /** `administrator`, `by hand`, `provider`, or the group with its name; sorted. */
  readonly reasons: readonly AccessReason[]
  /** Names the place in the list. */
  readonly place: string
}

export interface AccessReason {
  readonly kind: 'administrator' | 'everybody' | 'group' | 'hand' | 'provider'
  /** The name of a group. */
  readonly name: string
  readonly access: AccessLevel
}

export interface AccessPart {
  /** Only people with this in their name. */
  readonly matching?: string | undefined
  /** Only this space, by its id, and all spaces. */
  readonly spaceId?: number | undefined
  /** Goes on after this place. */
  readonly after?: string | undefined
  readonly limit: number
}

/**
 * List what enabled users may, by their name and the key of the space.
 * @param part Which rows.
 */
export async function listEffectiveAccess(
  database: Database,
  { matching, spaceId, after, limit }: AccessPart,
): Promise<EffectiveAccess[]> {
  const named = `%${likePattern(nameKey(matching ?? ''))}%`
  const [afterName = '', afterKey = ''] = after?.split('\u001f') ?? []
  const rows = await database.read<AccessRow>(sql`
    with given as (
      select user_id, space_id, access, 'hand' as kind, '' as name from space_access
      union all select user_id, space_id, access, 'provider', '' from group_access
      union all select m.user_id, g.space_id, g.access, 'group', ug.name from group_grants g
        join user_groups ug on ug.id = g.group_id join group_members m on m.group_id = ug.id
      union all select u.id, g.space_id, g.access, 'everybody', '' from group_grants g
        cross join users u where g.group_id = 0 and u.is_administrator = 0),
    people as (select * from users where disabled_at is null and name_key like ${named} escape '!'),
    listed as (
      select u.id, u.name as user_name, u.name_key, s.key_fold, s.key, s.name as space_name,
        g.access, g.kind, g.name
      from given g join people u on u.id = g.user_id and u.is_administrator = 0
      join spaces s on s.id = g.space_id and s.deleted_at is null
      where ${spaceId === undefined ? sql`1 = 1` : sql`s.id = ${spaceId}`}
      union all
      select id, name, name_key, '', null, null, 'write', 'administrator', '' from people
      where is_administrator = 1),
    places as (
      select distinct name_key, key_fold from listed
      where (name_key, key_fold) > (${afterName}, ${afterKey})
      order by name_key, key_fold limit ${limit})
    select l.* from listed l join places p on p.name_key = l.name_key and p.key_fold = l.key_fold
    order by l.name_key, l.key_fold, l.kind, l.name`)
  const found = new Map<string, AccessRow[]>()
  for (const row of rows) {
    const place = `${row.name_key}\u001f${row.key_fold}`
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
