/** Finds pages with their text, versions and source. @module */
import { type Reader, readerAs } from '../../accounts/reader.ts'
import type { AnswerWarning } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { allOf, type Statement, sql } from '../../store/sql.ts'
import { findSpace } from '../import/spaces.ts'
import {
  joinedBase,
  readTexts,
  type TextsRow,
  textColumns,
} from '../store/packing/pack-versions.ts'
import { findCurrentPage } from './current-page.ts'
import {
  type Page,
  type PageVersion,
  type PageWithBody,
  pageColumns,
  pageTables,
  storedVersion,
} from './page.ts'
import { recordedColumns, recordedWith } from './recorded-pages.ts'

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
  const [page] = await findRecordedVersion(
    reader,
    id,
    {},
    sql`p.key_fold = ${spaceKey.toLowerCase()}`,
  )
  return page
}

/** Only the newest version of a recorded page is stored. */
async function findRecordedVersion(
  reader: Reader,
  id: string,
  { version, spaceId }: PageChoice,
  isWanted?: Statement,
): Promise<PageWithBody[]> {
  const condition = allOf([
    isWanted,
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

/** Finds a page for the editor; undefined when the user may not write to the page. */
export type FindPageSource = ReturnType<typeof pageSources>

export type PageSource = NonNullable<Awaited<ReturnType<FindPageSource>>>

export function pageSources(database: Database) {
  return async ({ pageId, version, userId }: AskedSource) => {
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
    sql`select v.created_at as at, t.name as "tokenName" from page_versions v
      ${joinImport} and v.via = 'import'
      left join tokens t on t.id = i.api_token_id
      where v.space_id = ${Number(spaceId)} and v.page_id = ${Number(id)}
        and v.number > ${version.number - maxVersions}
      order by v.number desc limit 1`,
  )
  return row
}

/** The import that wrote the version `v`. */
const joinImport = sql`join imports i on i.user_id = v.author_id and i.space_id = v.space_id
  and i.started_at between v.created_at - ${maxImportMs} and v.created_at
  and i.page_id = v.page_id and i.version = v.number`

async function findWarnings(
  database: Database,
  spaceId: string,
  pageId: string,
  version: number,
): Promise<readonly Pick<AnswerWarning, 'code' | 'message' | 'severity'>[]> {
  const [row] = await database.read<{ warnings: string }>(sql`
    select i.warnings from page_versions v ${joinImport}
    where v.space_id = ${Number(spaceId)} and v.page_id = ${Number(pageId)}
      and v.number = ${version} limit 1`)
  return row === undefined ? [] : (JSON.parse(row.warnings) as AnswerWarning[])
}
