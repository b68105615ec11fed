/** Reading the embedded wiki's pages: one, or many in the order of their ids. @module */

import { isReadable, type Principal } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { allOf, isAnyOf, sql } from '../../database/sql.ts'
import { readLabels } from '../../importing/labels.ts'
import { packings, readPacked, type UnpackVersion } from './packing/unpack-version.ts'
import type { VersionTexts } from './packing/version-bytes.ts'
import { isBehind, nameInTree, noPosition, placeColumns } from './page-place.ts'
import { condemned } from './purging/condemn-pages.ts'
import { titleKey } from './saving/title-key.ts'

export type PageStatus = 'current' | 'trashed'

export interface Page {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly spaceKey: string
  /** Undefined for a homepage. */
  readonly parentId: string | undefined
  /** Its place below its parent; undefined for a page that stands by its title. */
  readonly position: number | undefined
  readonly status: PageStatus
  /** Who made the page, and when. */
  readonly authorId: string
  readonly createdAt: Date
  readonly version: PageVersion
  /** Whether the version was imported, so that its source is there. */
  readonly hasMarkdown: boolean
}

export interface PageVersion {
  readonly number: number
  readonly message: string
  readonly authorId: string
  readonly authorName: string
  readonly createdAt: Date
  readonly labels: readonly string[]
  /** Whether nothing but this is left of it. */
  readonly isPurged: boolean
}

export interface PageWithBody extends Page {
  /** ADF as JSON text. */
  readonly adf: string
  /** The source; undefined when the version was not imported. */
  readonly markdown: string | undefined
}

export interface PageFilter {
  /** One space, or any of several. */
  readonly spaceId?: string | readonly string[] | undefined
  readonly title?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly statuses?: readonly PageStatus[]
  /** Only pages that this user may read; all without one. */
  readonly readableBy?: Principal
  /** Only pages after this id. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Whose access counts; and a version, which may be an old one and so have to be unpacked. */
type FindPageOptions = { readonly readableBy?: Principal } & (
  | { readonly version?: undefined }
  | { readonly version: number | undefined; readonly unpack: UnpackVersion }
)

/**
 * Find a page with its body.
 * @param database The store.
 * @param id The page's id as callers write it.
 * @param options An older version, and whose access counts.
 * @throws {RequestError} `internal-error` when that version is damaged.
 */
export async function findPage(
  database: Database,
  id: string,
  options: FindPageOptions = {},
): Promise<PageWithBody | undefined> {
  const version =
    options.version === undefined ? sql`v.number = p.version` : sql`v.number = ${options.version}`
  const [row] = await database.read<PageRow & VersionTexts & { packing: number }>(sql`
    select ${columns}, v.adf, v.markdown, v.packing ${tables}
    where ${version} and v.purged_at is null and p.id = ${parseId(id) ?? 0}
      and ${isReadable(sql`p.space_id`, options.readableBy)}`)
  if (row === undefined) return undefined
  // The newest version never is packed.
  const isPacked = row.packing !== packings.none && options.version !== undefined
  const texts = isPacked ? await readOld(database, row, options.unpack) : row
  return { ...toPage(row), adf: texts.adf, markdown: texts.markdown ?? undefined }
}

async function readOld(
  database: Database,
  { space_id: spaceId, id: pageId, number, markdown }: PageRow & VersionTexts,
  unpack: UnpackVersion,
): Promise<VersionTexts> {
  const texts = await unpack(await readPacked(database, { spaceId, pageId, number }))
  return { adf: texts.adf, markdown: markdown === null ? null : texts.markdown }
}

/**
 * List pages by id.
 * @param database The store.
 * @param filter Which, and how many at most.
 */
export async function listPages(database: Database, filter: PageFilter): Promise<Page[]> {
  const { statuses = ['current'], spaceId, title, ids } = filter
  const conditions = allOf([
    isReadable(sql`p.space_id`, filter.readableBy),
    sql`p.id > ${parseId(filter.after ?? '') ?? 0}`,
    isAnyOf(sql`p.status`, statuses),
    spaceId === undefined ? undefined : isAnyOf(sql`p.space_id`, toNumbers([spaceId].flat())),
    title === undefined ? undefined : sql`p.title_key = ${titleKey(title)}`,
    ids && isAnyOf(sql`p.id`, toNumbers(ids)),
  ])
  const rows = await database.read<PageRow>(sql`
    select ${columns} ${tables}
    where v.number = p.version and ${conditions} order by p.id limit ${filter.limit}`)
  return rows.map(toPage)
}

/**
 * List current pages right below a page, in their order.
 * @param database The store.
 * @param part The page, the child after which to go on, and how many at most.
 */
export async function listChildren(
  database: Database,
  part: { spaceId: string; parentId: string; after?: string | undefined; limit: number },
): Promise<Page[]> {
  const spaceId = parseId(part.spaceId) ?? 0
  const after = parseId(part.after ?? '')
  const rows = await database.read<PageRow>(sql`
    select ${columns} ${tables}
    where v.number = p.version and p.space_id = ${spaceId}
      and p.parent_id = ${parseId(part.parentId) ?? 0} and p.status = 'current'
      ${after === undefined ? sql`` : sql`and ${isBehind(spaceId, after)}`}
    order by ${placeColumns} limit ${part.limit}`)
  return rows.map(toPage)
}

/**
 * List a page's versions, newest first.
 * @param database The store.
 * @param page The page.
 * @param filter Only versions before this number, and how many at most.
 */
export async function listVersions(
  database: Database,
  page: Pick<Page, 'id' | 'spaceId'>,
  filter: { before?: number; limit: number },
): Promise<PageVersion[]> {
  const { before = Number.MAX_SAFE_INTEGER, limit } = filter
  const rows = await database.read<VersionRow>(sql`
    select ${versionColumns} from page_versions v join users u on u.id = v.author_id
    where v.space_id = ${parseId(page.spaceId) ?? 0} and v.page_id = ${parseId(page.id) ?? 0}
      and v.number < ${before}
    order by v.number desc limit ${limit}`)
  return rows.map(toVersion)
}

/**
 * List the pages above a page, as trees call them, from the homepage down; whoever may read the page may read them.
 * @param database The store.
 * @param page The page itself, which is not in the list.
 */
export async function listAncestors(
  database: Database,
  page: Pick<Page, 'spaceId' | 'parentId'>,
): Promise<{ id: string; title: string }[]> {
  const rows = await database.read<{ id: number; title: string }>(sql`
    with recursive above (id, title, parent_id, distance) as (
      select p.id, ${nameInTree}, p.parent_id, 1 from pages p
      where p.space_id = ${Number(page.spaceId)} and p.id = ${Number(page.parentId ?? 0)}
      union all
      select p.id, ${nameInTree}, p.parent_id, above.distance + 1
      from above join pages p on p.space_id = ${Number(page.spaceId)} and p.id = above.parent_id
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
  readonly purged_at: number | null
}

interface PageRow extends VersionRow {
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
  v.created_at as version_created_at, v.labels, v.purged_at`

const columns = sql`p.id, p.space_id, s.key as space_key, p.parent_id, v.title, p.status,
  nullif(p.position, ${noPosition}) as position,
  first.author_id as first_author_id, p.created_at,
  case when v.markdown is null then 0 else 1 end as has_markdown, ${versionColumns}`

/** Brings every version, so that the condition says which. */
const tables = sql`from pages p
  join spaces s on s.id = p.space_id and p.trashed_with is distinct from ${condemned}
  join page_versions first
    on first.space_id = p.space_id and first.page_id = p.id and first.number = 1
  join page_versions v on v.space_id = p.space_id and v.page_id = p.id
  join users u on u.id = v.author_id`

function toNumbers(ids: readonly string[]): number[] {
  return ids.map((id) => parseId(id) ?? 0)
}

function toPage(row: PageRow): Page {
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
    isPurged: row.purged_at !== null,
  }
}
