/** Queries on pages that were imported into connected spaces. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import { writeLabels } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import type { PlacedFile } from '../../body/page-body.ts'
import type { RemotePage } from '../../site.ts'
import { type DeliveryFields, isOfAnother } from '../delivery.ts'
import type { TargetPage } from '../page/delivery-plan.ts'
import { isSameTitle, type PageMark, readMark, remoteTitleKey } from './page-mark.ts'

export interface RecordedPage {
  readonly pageId: string
  readonly url: string
  readonly parentId: string
  readonly title: string
  /** The wanted title, which differs where another page has it. */
  readonly askedTitle: string
  readonly version: number
  /** Digest of the import, or a note that the page must be checked; see `unsettle`. */
  readonly digest: string
  readonly labels: string
  readonly position: number | undefined
  readonly remarks: readonly AnswerWarning[]
  readonly hadEdits: boolean
  readonly importedAt: Date
  readonly isGone: boolean
}

export interface RecordedFile extends PlacedFile {
  readonly attachmentId: string
}

export async function findRecordedPlace(
  database: Database,
  { spaceId, parentId, title }: { spaceId: number; parentId: string; title: string },
): Promise<RecordedPage | undefined> {
  const rows = await readPages(
    database,
    sql`space_id = ${spaceId} and parent_id = ${parentId}
      and asked_title_key = ${remoteTitleKey(title)}`,
  )
  return rows.find(({ askedTitle }) => isSameTitle(askedTitle, title))
}

export async function findRecordedPage(
  database: Database,
  spaceId: number,
  pageId: string,
): Promise<RecordedPage | undefined> {
  const [row] = await readPages(database, sql`space_id = ${spaceId} and page_id = ${pageId}`)
  return row
}

const maxRecordedIds = 10_000

export async function listRecordedIds(database: Database, spaceId: number): Promise<string[]> {
  const rows = await database.read<{ page_id: string }>(sql`select page_id from remote_pages
    where space_id = ${spaceId} and is_gone = 0 order by page_id limit ${maxRecordedIds}`)
  return rows.map((row) => row.page_id)
}

/** Read the body that Confluence stored for the last import. */
export async function readBase(
  database: Database,
  spaceId: number,
  pageId: string,
): Promise<string | undefined> {
  const [row] = await database.read<{ stored: string }>(sql`
    select stored from remote_versions
    where space_id = ${spaceId} and page_id = ${pageId} order by number desc limit 1`)
  return row?.stored
}

export async function listRecordedFiles(
  database: Database,
  spaceId: number,
  pageId: string,
): Promise<RecordedFile[]> {
  const rows = await database.read<FileRow>(sql`
    select sha256, name, attachment_id, file_id from remote_files
    where space_id = ${spaceId} and page_id = ${pageId}`)
  return rows.map(({ sha256, name, ...row }) => ({
    sha256,
    name,
    attachmentId: row.attachment_id,
    fileId: row.file_id ?? undefined,
  }))
}

interface FileRow {
  readonly sha256: string
  readonly name: string
  readonly attachment_id: string
  readonly file_id: string | null
}

interface PageRow {
  readonly page_id: string
  readonly url: string
  readonly parent_id: string
  readonly title: string
  readonly asked_title: string
  readonly version: number
  readonly digest: string
  readonly labels: string
  readonly position: number | null
  readonly remarks: string
  readonly updated_at: number
  readonly is_gone: number
}

async function readPages(database: Database, condition: Statement): Promise<RecordedPage[]> {
  const rows = await database.read<PageRow>(sql`
    select page_id, url, parent_id, title, asked_title, version, digest, labels, position, remarks,
      updated_at, is_gone
    from remote_pages where ${condition}`)
  return rows.map((row) => ({
    pageId: row.page_id,
    url: row.url,
    parentId: row.parent_id,
    title: row.title,
    askedTitle: row.asked_title,
    version: row.version,
    digest: row.digest,
    labels: row.labels,
    position: row.position ?? undefined,
    remarks: JSON.parse(row.remarks) as AnswerWarning[],
    hadEdits: row.remarks.includes('"edited-there"'),
    importedAt: new Date(row.updated_at),
    isGone: row.is_gone === 1,
  }))
}

export function hasRecordedLabels(
  { labels }: Pick<DeliveryFields, 'labels'>,
  recorded: RecordedPage,
): boolean {
  return labels === undefined || writeLabels(labels) === recorded.labels
}

/**
 * An abandoned import may have written one more version late; nobody can have edited in between.
 */
export function isOfImports(recorded: RecordedPage, { version }: RemotePage): boolean {
  const later = version.number - recorded.version
  return later === 0 || (later === 1 && isOfAnother(version.message, undefined))
}

export function isMarked(page: RemotePage): boolean {
  return markOf(page)?.version === page.version.number
}

/** Tell whether this import would be the first. Homepages are handled by `isHomepageFree`. */
export function isFirstImport({
  page,
  recorded,
  parentId,
}: Pick<TargetPage, 'page' | 'recorded' | 'parentId'>): boolean {
  return recorded === undefined && parentId !== undefined && markOf(page) === undefined
}

/** A copied page also copies the mark, so compare the page id. */
function markOf({ id, property }: RemotePage): PageMark | undefined {
  const mark = readMark(property)
  return mark?.page === id ? mark : undefined
}

/** Tell whether only imports have written a homepage. */
export function isHomepageFree(recorded: RecordedPage | undefined, page: RemotePage): boolean {
  if (recorded !== undefined) return isOfImports(recorded, page) && !recorded.hadEdits
  return page.version.number === 1 || isMarked(page)
}

/** No known network or proxy keeps a request longer. */
const settleMs = 24 * 60 * 60 * 1000
const start = 'unsettled until '

/** SQL `like` pattern for unsettled pages. */
export const unsettledLike: string = `${start}%`

/** Mark a page as unsettled in place of its digest, so that no import counts as unchanged. */
export function unsettle(page: { spaceId: number; pageId: string }, now: number): Statement {
  return sql`update remote_pages set digest = ${`${start}${now + settleMs}`}
    where space_id = ${page.spaceId} and page_id = ${page.pageId}`
}

/**
 * @param previous The former value; undefined without a record.
 */
export function digestToKeep(digest: string, previous: string | undefined, now: number): string {
  if (previous === undefined || !isUnsettled(previous)) return digest
  // After the time is up, this check was the last one.
  return Number(previous.slice(start.length)) > now ? previous : digest
}

/** Tell whether a late request is possible since the last check. */
export function isUnsettled(previous: string): boolean {
  return previous.startsWith(start)
}
