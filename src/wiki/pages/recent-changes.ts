/** The latest changes, grouped by author, space and time. @module */
import type { Reader } from '../../accounts/reader.ts'
import type { Database } from '../../store/database.ts'
import { dialects } from '../../store/dialects.ts'
import { type Statement, sql } from '../../store/sql.ts'

export interface RecentChange {
  readonly spaceKey: string
  readonly spaceName: string
  readonly authorName: string
  readonly changedAt: Date
  readonly pages: readonly ChangedPage[]
  readonly count: number
  readonly hasMore: boolean
}

export interface ChangedPage {
  readonly pageId: string
  readonly title: string
  readonly versionNumber: number
}

/** Read few changes first; the deeper limit is for after a large import. */
const depths = [200, 5_000] as const

export async function listRecentChanges(reader: Reader, limit: number): Promise<RecentChange[]> {
  const { database } = reader
  const spaceIds = await reader.listSpaceIds()
  if (spaceIds?.length === 0) return []
  const isOpen = spaceIds === undefined ? await reader.isReadable(sql`looked.space_id`) : sql`1 = 1`
  let groups: ChangeGroup[] = []
  let reachedMs = Number.NEGATIVE_INFINITY
  for (const depth of depths) {
    const looked = spaceIds === undefined ? newestAnywhere(depth) : newestIn(spaceIds, depth)
    const rows = await database.read<LookedAtRow>(sql`
      select id, space_id, author_id, updated_at,
        case when ${isOpen} then 1 else 0 end as is_readable
      from (${looked}) looked order by updated_at desc, id desc`)
    groups = groupChanges(rows.filter(({ is_readable }) => is_readable === 1).map(toChange), limit)
    reachedMs = rows.length < depth ? Number.NEGATIVE_INFINITY : (rows.at(-1)?.updated_at ?? 0)
    if (rows.length < depth || isEnough(groups, limit, reachedMs)) break
  }
  return withPages(database, groups, reachedMs)
}

function isEnough(groups: readonly ChangeGroup[], limit: number, reachedMs: number): boolean {
  return groups.length === limit && !groups.some((group) => reaches(group, reachedMs))
}

/** Reads only the needed part of each space's index. */
function newestIn(spaceIds: readonly number[], depth: number): Statement {
  const union = spaceIds
    .map(
      (id) => sql`select space_id, id, author_id, updated_at from pages
        where space_id = ${id} and status = 'current'`,
    )
    .reduce((combined, query) => sql`${combined} union all ${query}`)
  return sql`${union} order by updated_at desc, id desc limit ${depth}`
}

function newestAnywhere(depth: number): Statement {
  return sql`select space_id, id, author_id, updated_at from pages
    where status = 'current' order by updated_at desc, id desc limit ${depth}`
}

async function withPages(
  database: Database,
  groups: readonly ChangeGroup[],
  reachedMs: number,
): Promise<RecentChange[]> {
  const ids = groups.flatMap(({ pageIds }) => pageIds.map((id) => ({ id })))
  const rows = await database.read<PageRow>(sql`
    select p.id, p.title, p.version, u.name as author_name, s.key, s.name
    from ${dialects[database.engine].givenRows(ids, { id: 'bigint' })}
    join pages p on p.id = given.id join users u on u.id = p.author_id
    join spaces s on s.id = p.space_id`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return groups.flatMap((group) => {
    // Pages may have changed since the first query.
    const pages = group.pageIds.flatMap((id) => byId.get(id) ?? [])
    const [first] = pages
    if (first === undefined) return []
    return {
      spaceKey: first.key,
      spaceName: first.name,
      authorName: first.author_name,
      changedAt: new Date(group.atMs),
      pages: pages.map(toChangedPage),
      count: group.pages,
      hasMore: reaches(group, reachedMs),
    }
  })
}

interface LookedAtRow {
  readonly id: number
  readonly space_id: number
  readonly author_id: number
  readonly updated_at: number
  readonly is_readable: number
}

interface PageRow {
  readonly id: number
  readonly title: string
  readonly version: number
  readonly author_name: string
  readonly key: string
  readonly name: string
}

function toChange(row: LookedAtRow): DatedChange {
  return {
    pageId: row.id,
    spaceId: row.space_id,
    authorId: row.author_id,
    atMs: row.updated_at,
  }
}

function toChangedPage({ id, title, version }: PageRow): ChangedPage {
  return { pageId: String(id), title, versionNumber: version }
}

interface DatedChange {
  readonly pageId: number
  readonly spaceId: number
  readonly authorId: number
  readonly atMs: number
}

interface ChangeGroup {
  readonly spaceId: number
  readonly authorId: number
  readonly atMs: number
  sinceMs: number
  readonly pageIds: number[]
  pages: number
}

/** A longer pause between two changes of an author in a space starts a new group. */
const maxPauseMs = 10 * 60_000
/** Further pages of a group are only counted. */
const maxPagesKept = 20

function groupChanges(changes: Iterable<DatedChange>, limit: number): ChangeGroup[] {
  const groups: ChangeGroup[] = []
  const newest = new Map<string, ChangeGroup>()
  for (const { pageId, spaceId, authorId, atMs } of changes) {
    const key = `${spaceId} ${authorId}`
    const group = newest.get(key)
    if (group !== undefined && reaches(group, atMs)) {
      group.sinceMs = atMs
      group.pages += 1
      if (group.pages <= maxPagesKept) group.pageIds.push(pageId)
    } else if (groups.length < limit) {
      const group = { spaceId, authorId, atMs, sinceMs: atMs, pageIds: [pageId], pages: 1 }
      groups.push(group)
      newest.set(key, group)
    }
  }
  return groups
}

function reaches(group: ChangeGroup, atMs: number): boolean {
  return group.sinceMs - atMs <= maxPauseMs
}
