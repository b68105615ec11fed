/** Finds pages with their text, versions and source, or only their current state. @module */
import { type Reader, readerAs } from '../../accounts/reader.ts'
import type { AnswerWarning } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import type { KeptFile } from '../../contract/import-request.ts'
import type { Database } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { allOf, sql } from '../../store/sql.ts'
import { findSpace } from '../import/spaces.ts'
import { joinedBase, readTexts, type TextsRow, textColumns } from '../store/pack-versions.ts'
import { noPosition } from '../store/page-place.ts'
import {
  fileColumns,
  type Page,
  type PageVersion,
  type PageWithBody,
  pageColumns,
  pageTables,
  storedVersion,
} from './page.ts'
import { type ConnectedPlace, recordedColumns, recordedWith } from './recorded-pages.ts'

interface PageChoice {
  readonly version?: number | undefined
  readonly spaceId?: string | undefined
}

/** @throws {RequestError} `bad-request` when pages of several wikis have this id. */
export async function findPage(
  reader: Reader,
  id: string,
  choice: PageChoice = {},
): Promise<PageWithBody | undefined> {
  const [storedPage, recordedPages] = await Promise.all([
    findPageHere(reader, id, choice),
    findRecordedVersion(reader, id, choice),
  ])
  // If the space was connected later, the recorded page replaces the local one with the same id.
  const isRead =
    storedPage?.status === 'current' &&
    recordedPages.every((record) => record.spaceId !== storedPage.spaceId)
  const [page, ...otherPages] = isRead ? [storedPage, ...recordedPages] : recordedPages
  if (page === undefined || otherPages.length === 0) return page
  const keys = [page, ...otherPages].map(({ spaceKey }) => spaceKey).sort()
  throw new RequestError(
    'bad-request',
    `Pages of several spaces have the id ${id}: name the space as well, one of ${keys.join(', ')}.`,
  )
}

/** @throws {RequestError} `internal-error` when the version is damaged. */
export async function findPageHere(
  reader: Reader,
  id: string,
  { version, spaceId }: PageChoice = {},
): Promise<PageWithBody | undefined> {
  const condition = allOf([
    version === undefined ? sql`v.number = p.version` : sql`v.number = ${version}`,
    spaceId === undefined ? undefined : sql`p.space_id = ${parseId(spaceId) ?? 0}`,
    await reader.isReadable(sql`p.space_id`),
  ])
  const [row] = await readAs<Page & TextsRow>(
    reader.database,
    sql`select ${pageColumns}, ${textColumns} ${pageTables} ${joinedBase}
      where v.purged_at is null and p.id = ${parseId(id) ?? 0} and ${condition}`,
  )
  if (row === undefined) return undefined
  const { stored, ...page } = row
  return { ...page, ...(await readTexts({ stored })) }
}

export async function findRecordedIn(
  reader: Reader,
  spaceKey: string,
  id: string,
): Promise<PageWithBody | undefined> {
  return (await findRecordedVersion(reader, id, { spaceKey }))[0]
}

/** Only the newest version of a recorded page is stored. */
async function findRecordedVersion(
  reader: Reader,
  id: string,
  { version, spaceId, spaceKey }: PageChoice & { readonly spaceKey?: string },
): Promise<PageWithBody[]> {
  const condition = allOf([
    spaceKey === undefined ? undefined : sql`p.key_fold = ${spaceKey.toLowerCase()}`,
    version === undefined ? undefined : sql`p.number = ${version}`,
    spaceId === undefined ? undefined : sql`p.space_id = ${parseId(spaceId) ?? 0}`,
    await reader.isReadable(sql`p.space_id`),
  ])
  return readAs(
    reader.database,
    sql`select ${recordedColumns}, p.adf, p.markdown from ${recordedWith(sql`, v.adf, v.markdown`)} p
      where p.page_id = ${String(parseId(id) ?? 0)} and ${condition} order by p.space_id`,
  )
}

/** List the versions of a page, the newest first. */
export async function listVersions(
  reader: Reader,
  page: Pick<Page, 'id' | 'spaceId'>,
  { before = Number.MAX_SAFE_INTEGER, limit }: VersionRange,
): Promise<PageVersion[]> {
  if (!(await reader.mayRead(page.spaceId))) return []
  const rows = await readAs<{ version: PageVersion }>(
    reader.database,
    sql`select ${storedVersion} from page_versions v join users u on u.id = v.author_id
      where v.space_id = ${parseId(page.spaceId) ?? 0} and v.page_id = ${parseId(page.id) ?? 0}
        and v.number < ${before}
      order by v.number desc limit ${limit}`,
  )
  return rows.map(({ version }) => version)
}

interface VersionRange {
  readonly before?: number | undefined
  readonly limit: number
}

interface AskedSource {
  readonly pageId: string
  readonly version?: number | undefined
  readonly userId: number
}

export type PageSource = NonNullable<Awaited<ReturnType<typeof findPageSource>>>

/** Finds a page for the editor; undefined when the user may not write to the page. */
export async function findPageSource(database: Database, { pageId, version, userId }: AskedSource) {
  const reader = readerAs(database, { userId })
  const current = await findCurrentPage(reader, pageId)
  // Imports into a connected space are stored elsewhere.
  if (current === undefined || current.connection !== undefined) return undefined
  const space = await findSpace(database, current.spaceId, { writableBy: { userId } })
  const page = await findPageHere(reader, pageId, { version })
  if (space === undefined || page === undefined) return undefined
  return {
    id: current.id,
    title: page.title,
    navigationTitle: current.navigationTitle,
    space,
    parentId: current.parentId ?? current.id,
    labels: page.version.labels,
    markdown: page.markdown,
    version: page.version.number,
    current: version === undefined ? page.version : current.version,
    importedBy: await findProgram(database, page),
    warnings: await findWarnings(database, page.spaceId, page.id, current.version.number),
    file: current.file,
  }
}

const maxVersions = 20
const maxImportMs = 15_000

/** The program that last imported the page, even if people edited it since. */
async function findProgram(
  database: Database,
  { spaceId, id, version }: Page,
): Promise<{ readonly at: Date; readonly tokenName: string | undefined } | undefined> {
  const [row] = await readAs<{ at: Date; tokenName: string | undefined }>(
    database,
    sql`select created_at as at, nullif(token_name, '') as "tokenName" from page_versions
      where space_id = ${Number(spaceId)} and page_id = ${Number(id)} and via = 'import'
        and number > ${version.number - maxVersions}
      order by number desc limit 1`,
  )
  return row
}

async function findWarnings(
  database: Database,
  spaceId: string,
  pageId: string,
  version: number,
): Promise<readonly Pick<AnswerWarning, 'code' | 'message' | 'severity'>[]> {
  const [row] = await database.read<{ warnings: string }>(sql`
    select i.warnings from page_versions v
    join imports i on i.user_id = v.author_id and i.space_id = v.space_id
      and i.started_at between v.created_at - ${maxImportMs} and v.created_at
      and i.page_id = v.page_id and i.version = v.number
    where v.space_id = ${Number(spaceId)} and v.page_id = ${Number(pageId)}
      and v.number = ${version} limit 1`)
  return row === undefined ? [] : (JSON.parse(row.warnings) as AnswerWarning[])
}

export interface CurrentPage
  extends Pick<Page, 'id' | 'title' | 'spaceId' | 'spaceKey' | 'parentId' | 'position'> {
  readonly spaceName: string
  readonly homepageId: string
  /** The title in trees; empty when trees show the page's title. */
  readonly navigationTitle: string
  readonly file: KeptFile | undefined
  /** The place in Confluence that the space is connected to, if there is one. */
  readonly connection: ConnectedPlace | undefined
  readonly version: Omit<PageVersion, 'origin' | 'isPurged'>
}

/** Reads no document, because the columns behind a long column in a row are slow to read. */
export async function findCurrentPage(
  reader: Reader,
  id: string,
): Promise<CurrentPage | undefined> {
  const [page] = await readAs<CurrentPage>(
    reader.database,
    sql`select cast(p.id as text) as id, p.title, p.navigation_title as "navigationTitle",
        cast(p.space_id as text) as "spaceId", s.key as "spaceKey", s.name as "spaceName",
        cast(s.homepage_id as text) as "homepageId",
        cast(nullif(p.parent_id, 0) as text) as "parentId",
        nullif(p.position, ${noPosition}) as position, ${fileColumns},
        c.kind as "connection.kind", c.base_url as "connection.baseUrl",
        c.remote_space_key as "connection.remoteSpace.key",
        c.remote_space_name as "connection.remoteSpace.name", p.version as "version.number",
        coalesce(v.commit_id, '') as "version.commit.id",
        coalesce(v.commit_author, '') as "version.commit.author",
        coalesce(v.message, '') as "version.commit.message",
        cast(p.author_id as text) as "version.authorId", u.name as "version.authorName",
        p.updated_at as "version.createdAt", p.labels as "version.labels[]"
      from pages p join spaces s on s.id = p.space_id join users u on u.id = p.author_id
        left join page_versions v
          on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
        left join source_pages file
          on file.space_id = p.space_id and file.page_id = p.id and file.is_keeper = 1
        left join space_connections c on c.space_id = p.space_id
      where p.id = ${parseId(id) ?? 0} and p.status = 'current'`,
  )
  return page && (await reader.mayRead(page.spaceId)) ? page : undefined
}
