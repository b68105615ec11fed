/** The pages that changed last. @module */

import { isReadable } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { listSpaces } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'

export interface RecentChange {
  readonly pageId: string
  readonly title: string
  readonly space: Space
  readonly versionNumber: number
  readonly authorName: string
  readonly changedAt: Date
}

/** Each space is one part of a statement, and statements may have only so many. */
const maxSpaces = 50
/** Where a reader has more spaces than that, so many changes of all spaces are looked through. */
const maxLookedThrough = 1_000

/**
 * List the current pages that changed last, newest first.
 * @param database The store.
 * @param readableBy Only in spaces that this user may read; everywhere without one.
 * @param limit How many at most.
 */
export async function listRecentChanges(
  database: Database,
  readableBy: number | undefined,
  limit: number,
): Promise<RecentChange[]> {
  const some =
    readableBy === undefined ? [] : await listSpaces(database, { readableBy, limit: maxSpaces + 1 })
  if (readableBy !== undefined && some.length === 0) return []
  const isFew = readableBy !== undefined && some.length <= maxSpaces
  const newest = isFew ? newestIn(some, limit) : newestAnywhere(readableBy, limit)
  const rows = await database.read<ChangeRow>(sql`
    select p.id, p.title, p.version, p.updated_at, u.name as author_name,
      s.id as space_id, s.key, s.name, s.homepage_id
    from (${newest}) p join users u on u.id = p.author_id join spaces s on s.id = p.space_id
    order by p.updated_at desc, p.id desc limit ${limit}`)
  return rows.map(toRecentChange)
}

/** The newest of each space by its index, however large the space is. */
function newestIn(spaces: readonly Space[], limit: number): Statement {
  return spaces
    .map(
      ({ id }, index) => sql`
      select * from (
        select space_id, id, title, version, author_id, updated_at from pages
        where space_id = ${Number(id)} and status = 'current'
        order by updated_at desc, id desc limit ${limit}
      ) ${aliases[index] as Statement}`,
    )
    .reduce((before, part) => sql`${before} union all ${part}`)
}

/** The newest of all spaces; of those, the ones that may be read. */
function newestAnywhere(readableBy: number | undefined, limit: number): Statement {
  const looked = readableBy === undefined ? limit : maxLookedThrough
  return sql`
    select * from (
      select space_id, id, title, version, author_id, updated_at from pages
      where status = 'current' order by updated_at desc, id desc limit ${looked}
    ) newest where ${isReadable(sql`newest.space_id`, readableBy)}`
}

const aliases: readonly Statement[] = Array.from({ length: maxSpaces }, (_, index) => ({
  parts: [`s${index}`],
  values: [],
}))

interface ChangeRow {
  readonly space_id: number
  readonly key: string
  readonly name: string
  readonly homepage_id: number
  readonly id: number
  readonly title: string
  readonly version: number
  readonly updated_at: number
  readonly author_name: string
}

function toRecentChange(row: ChangeRow): RecentChange {
  return {
    pageId: String(row.id),
    title: row.title,
    space: {
      id: String(row.space_id),
      key: row.key,
      name: row.name,
      homepageId: String(row.homepage_id),
    },
    versionNumber: row.version,
    authorName: row.author_name,
    changedAt: new Date(row.updated_at),
  }
}
