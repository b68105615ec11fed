/** Reads pages with their body, versions and ancestors. @module */
import { isReadableIn, type Principal } from '../../auth/access-conditions.ts'
import type { Origin, Via } from '../../auth/audit.ts'
import { readLabels } from '../../contract/labels.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { allOf, type Statement, sql } from '../../database/sql.ts'
import { joinedBase, readTexts, type TextsRow, textColumns } from './packing/pack-version.ts'
import { namedPages, nameInTree, noPosition, type PageTable, pagesTable } from './page-place.ts'
import { condemned } from './purging/condemn-pages.ts'

export type PageStatus = 'current' | 'trashed'

export interface Page {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly spaceKey: string
  /** Undefined for a homepage. */
  readonly parentId: string | undefined
  /** Undefined for a page that is sorted by title. */
  readonly position: number | undefined
  readonly status: PageStatus
  readonly authorId: string
  readonly createdAt: Date
  readonly version: PageVersion
  readonly hasMarkdown: boolean
  /** Where it is in Confluence, of a page that is only recorded here. */
  readonly url?: string
}

export interface PageVersion {
  readonly number: number
  readonly message: string
  readonly authorId: string
  readonly authorName: string
  readonly createdAt: Date
  readonly labels: readonly string[]
  readonly origin: Origin
  readonly isPurged: boolean
}

export interface PageWithBody extends Page {
  readonly adf: string
  readonly markdown: string | undefined
}

export interface FindPageOptions {
  readonly readableBy?: Principal
  readonly version?: number | undefined
  /** Only a page of this space. */
  readonly spaceId?: string | undefined
}

/** @throws {RequestError} `internal-error` when the version is damaged. */
export async function findPage(
  database: Database,
  id: string,
  options: FindPageOptions = {},
): Promise<PageWithBody | undefined> {
  const { version, spaceId, readableBy } = options
  const condition = allOf([
    version === undefined ? sql`v.number = p.version` : sql`v.number = ${version}`,
    spaceId === undefined ? undefined : sql`p.space_id = ${parseId(spaceId) ?? 0}`,
    await isReadableIn(database, sql`p.space_id`, readableBy),
  ])
  const [row] = await database.read<PageRow & TextsRow>(sql`
    select ${pageColumns}, ${textColumns} ${pageTables} ${joinedBase}
    where v.purged_at is null and p.id = ${parseId(id) ?? 0} and ${condition}`)
  if (row === undefined) return undefined
  const { adf, markdown } = await readTexts(row)
  return { ...toPage(row), adf, markdown: markdown ?? undefined }
}

/** @param filter With `before`, newest first; with `after`, oldest first. */
export async function listVersions(
  database: Database,
  page: Pick<Page, 'id' | 'spaceId'>,
  filter: { before?: number; after?: number; limit: number },
): Promise<PageVersion[]> {
  const { before = Number.MAX_SAFE_INTEGER, after, limit } = filter
  const [isListed, orderBy] =
    after === undefined
      ? [sql`v.number < ${before}`, sql`v.number desc`]
      : [sql`v.number > ${after}`, sql`v.number asc`]
  const rows = await database.read<VersionRow>(sql`
    select ${versionColumns} from page_versions v join users u on u.id = v.author_id
    where v.space_id = ${parseId(page.spaceId) ?? 0} and v.page_id = ${parseId(page.id) ?? 0}
      and ${isListed}
    order by ${orderBy} limit ${limit}`)
  return rows.map(toVersion)
}

/** From the homepage down; whoever may read a page may read its ancestors. */
export async function listAncestors(
  database: Database,
  page: Pick<Page, 'spaceId' | 'parentId'>,
  table: PageTable = pagesTable,
): Promise<{ id: string; title: string }[]> {
  const { ahead, pages: all } = namedPages(table)
  const rows = await database.read<{ id: number; title: string }>(sql`
    with recursive ${ahead} above (id, title, parent_id, distance) as (
      select p.id, ${nameInTree}, p.parent_id, 1 from ${all} p
      where p.space_id = ${Number(page.spaceId)} and p.id = ${Number(page.parentId ?? 0)}
      union all
      select p.id, ${nameInTree}, p.parent_id, above.distance + 1
      from above join ${all} p on p.space_id = ${Number(page.spaceId)} and p.id = above.parent_id
    )
    select id, title from above order by distance desc`)
  return rows.map(({ id, title }) => ({ id: String(id), title }))
}

interface VersionRow {
  readonly number: number
  readonly message: string
  readonly author_id: number
  readonly author_name: string
  readonly version_created_at: number
  readonly labels: string
  readonly via: Via
  readonly token_name: string
  readonly purged_at: number | null
}

export interface PageRow extends VersionRow {
  readonly id: number
  readonly space_id: number
  readonly space_key: string
  readonly parent_id: number
  readonly title: string
  readonly position: number | null
  readonly status: PageStatus
  readonly first_author_id: number
  readonly has_markdown: number
  readonly created_at: number
}

const versionColumns = sql`v.number, v.message, v.author_id, u.name as author_name,
  v.created_at as version_created_at, v.labels, v.via, v.token_name, v.purged_at`

export const pageColumns: Statement = sql`p.id, p.space_id, s.key as space_key, p.parent_id, v.title, p.status,
  nullif(p.position, ${noPosition}) as position,
  first.author_id as first_author_id, p.created_at,
  case when v.markdown is null then 0 else 1 end as has_markdown, ${versionColumns}`

/** Joins every version, so the condition must select one. */
export const pageTables: Statement = sql`from pages p
  join spaces s on s.id = p.space_id and p.trashed_with is distinct from ${condemned}
  join page_versions first
    on first.space_id = p.space_id and first.page_id = p.id and first.number = 1
  join page_versions v on v.space_id = p.space_id and v.page_id = p.id
  join users u on u.id = v.author_id`

export function toPage(row: PageRow): Page {
  return {
    id: String(row.id),
    title: row.title,
    spaceId: String(row.space_id),
    spaceKey: row.space_key,
    parentId: row.parent_id === 0 ? undefined : String(row.parent_id),
    position: row.position ?? undefined,
    status: row.status,
    authorId: String(row.first_author_id),
    createdAt: new Date(row.created_at),
    version: toVersion(row),
    hasMarkdown: row.has_markdown === 1,
  }
}

function toVersion(row: VersionRow): PageVersion {
  return {
    number: row.number,
    message: row.message,
    authorId: String(row.author_id),
    authorName: row.author_name,
    createdAt: new Date(row.version_created_at),
    labels: readLabels(row.labels),
    origin: { via: row.via, tokenName: row.token_name },
    isPurged: row.purged_at !== null,
  }
}
