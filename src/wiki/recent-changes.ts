/** The pages that changed last. @module */
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import type { Space } from './wiki.ts'

export interface RecentChange {
  readonly pageId: string
  readonly title: string
  readonly space: Space
  readonly versionNumber: number
  readonly authorName: string
  readonly changedAt: Date
}

/** Each space is one part of a statement, and statements may have only so many. */
const spacesPerStatement = 50

/**
 * List the current pages that changed last, newest first.
 * @param database The store.
 * @param spaces Where to look.
 * @param limit How many at most.
 */
export async function listRecentChanges(
  database: Database,
  spaces: readonly Space[],
  limit: number,
): Promise<RecentChange[]> {
  const found: RecentChange[] = []
  for (let start = 0; start < spaces.length; start += spacesPerStatement) {
    const some = spaces.slice(start, start + spacesPerStatement)
    const rows = await database.read<ChangeRow>(recentIn(some, limit))
    found.push(...rows.map((row) => toRecentChange(row, some)))
  }
  found.sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
  return found.slice(0, limit)
}

/** The newest of each space by its index, however large the space is; then the newest of those. */
function recentIn(spaces: readonly Space[], limit: number): Statement {
  const parts = spaces.map(
    ({ id }, index) => sql`
      select * from (
        select space_id, id, title, version, author_id, updated_at from pages
        where space_id = ${Number(id)} and status = 'current'
        order by updated_at desc, id desc limit ${limit}
      ) ${aliases[index] as Statement}`,
  )
  const all = parts.reduce((before, part) => sql`${before} union all ${part}`)
  return sql`
    select p.space_id, p.id, p.title, p.version, p.updated_at, u.name as author_name
    from (${all}) p join users u on u.id = p.author_id
    order by p.updated_at desc, p.id desc limit ${limit}`
}

const aliases: readonly Statement[] = Array.from({ length: spacesPerStatement }, (_, index) => ({
  parts: [`s${index}`],
  values: [],
}))

interface ChangeRow {
  readonly space_id: number
  readonly id: number
  readonly title: string
  readonly version: number
  readonly updated_at: number
  readonly author_name: string
}

function toRecentChange(row: ChangeRow, spaces: readonly Space[]): RecentChange {
  return {
    pageId: String(row.id),
    title: row.title,
    space: spaces.find(({ id }) => id === String(row.space_id)) as Space,
    versionNumber: row.version,
    authorName: row.author_name,
    changedAt: new Date(row.updated_at),
  }
}
