/** Queries on pages that were imported into connected spaces. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import { writeLabels } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import type { DeliveryFields } from '../delivery.ts'
import { isSameTitle, remoteTitleKey } from './page-mark.ts'

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

export interface RecordedFile {
  readonly sha256: string
  readonly name: string
  readonly attachmentId: string
  readonly fileId: string | null
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
    fileId: row.file_id,
  }))
}

interface FileRow {
  readonly sha256: string
  readonly name: string
  readonly attachment_id: string
  readonly file_id: string | null
}

export async function listRecordedIds(
  database: Database,
  { spaceId, from, limit }: { spaceId: number; from: string; limit: number },
): Promise<string[]> {
  const idsWhere = (condition: Statement, count: number): Promise<{ page_id: string }[]> =>
    database.read(sql`select page_id from remote_pages
      where space_id = ${spaceId} and ${condition} order by page_id limit ${count}`)
  const later = await idsWhere(sql`page_id >= ${from}`, limit)
  const earlier = await idsWhere(sql`page_id < ${from}`, limit)
  return [...later, ...earlier].map((row) => row.page_id)
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
