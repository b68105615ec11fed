/**
 * Pages that were imported into connected spaces: queries on their records, and the mark that tells
 * other installations and lost stores of them.
 * @module
 */
import type { Via } from '../../../accounts/audit.ts'
import type { AnswerWarning } from '../../../contract/answers.ts'
import { keptTitle, writeLabels } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import { readAs } from '../../../store/read-as.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { refusalOf } from '../../../wiki/import/decide.ts'
import {
  type LastWarnings,
  toldOfPath,
  warningsOf,
} from '../../../wiki/import/sources/source-pages.ts'
import type { SourceState } from '../../../wiki/import/sources/source-state.ts'
import type { PlacedFile } from '../../body/page-body.ts'
import type { RemotePage, RemoteProperty } from '../../site.ts'
import { type DeliveryFields, isOfImport, type TargetPage } from '../delivery.ts'

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

export interface RecordedId {
  readonly spaceId: number
  readonly pageId: string
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

export function listRecordedFiles(
  database: Database,
  spaceId: number,
  pageId: string,
): Promise<RecordedFile[]> {
  return readAs(
    database,
    sql`select sha256, name, attachment_id as "attachmentId", file_id as "fileId" from remote_files
      where space_id = ${spaceId} and page_id = ${pageId}`,
  )
}

async function readPages(database: Database, condition: Statement): Promise<RecordedPage[]> {
  const rows = await readAs<Omit<RecordedPage, 'remarks'> & { readonly remarks: string }>(
    database,
    sql`select page_id as "pageId", url, parent_id as "parentId", title,
        asked_title as "askedTitle", version, digest, labels, position, remarks,
        updated_at as "importedAt", is_gone as "isGone"
      from remote_pages where ${condition}`,
  )
  return rows.map(({ remarks, ...row }) => ({
    ...row,
    remarks: JSON.parse(remarks) as AnswerWarning[],
    hadEdits: remarks.includes('"edited-there"'),
  }))
}

export function hasRecordedLabels(
  { labels }: Pick<DeliveryFields, 'labels'>,
  recorded: RecordedPage,
): boolean {
  return labels === undefined || writeLabels(labels) === recorded.labels
}

/**
 * Tell whether imports wrote the newest version. An abandoned import may have written one version late.
 */
export function isOfImports(recorded: RecordedPage, { version }: RemotePage): boolean {
  const later = version.number - recorded.version
  return later === 0 || (later === 1 && isOfImport(version))
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
export function unsettle(page: RecordedId, now: number): Statement {
  return sql`update remote_pages set digest = ${`${start}${now + settleMs}`}
    where space_id = ${page.spaceId} and page_id = ${page.pageId}`
}

/**
 * @param previous The former value; undefined without a record.
 */
export function digestToKeep(digest: string, previous: string | undefined, now: number): string {
  if (previous === undefined || !isUnsettled(previous)) return digest
  // A late request is no longer possible, so this check was the last one.
  return Number(previous.slice(start.length)) > now ? previous : digest
}

/** Tell whether a late request is possible since the last check. */
export function isUnsettled(previous: string): boolean {
  return previous.startsWith(start)
}

interface SourcedQuery {
  readonly database: Database
  readonly spaceId: number
  readonly fields: Pick<DeliveryFields, 'pageTitle' | 'pageId' | 'source' | 'takeOver'>
}

/** @throws {RequestError} `belongs-to-another`. */
export async function checkKeeper(
  { database, spaceId, fields }: SourcedQuery,
  pageId: string,
): Promise<void> {
  if (fields.source === undefined || fields.takeOver) return
  const state = await findState(database, spaceId, pageId)
  const isOfAnother = state.keeper !== undefined && state.keeper !== fields.source.name
  if (isOfAnother) throw refusalOf('belongs-to-another', { ...fields, state })
}

/** Leaves out people's edits: the versions at the site show them. */
async function findState(
  database: Database,
  spaceId: number,
  pageId: string,
): Promise<SourceState> {
  const [row] = await database.read<{ source: string }>(sql`
    select source from source_pages
    where space_id = ${spaceId} and page_id = ${Number(pageId)} and is_keeper = 1`)
  const edit = { by: '', at: '', version: 0 }
  return { isOfAnother: false, keeper: row?.source, edits: 'none', edit, since: 0 }
}

interface SourcedAnswer {
  readonly warnings: readonly AnswerWarning[]
  readonly lastWarnings: LastWarnings | undefined
}

export async function tellSource(
  { database, spaceId, fields }: SourcedQuery,
  { pageId, via }: { readonly pageId: string | undefined; readonly via: Via | undefined },
  warnings: readonly AnswerWarning[],
): Promise<SourcedAnswer> {
  const { source } = fields
  // The form already shows people where the page comes from.
  const needsState = pageId !== undefined && via !== 'form'
  const state = !needsState ? undefined : await findState(database, spaceId, pageId)
  const [lastWarnings] = source
    ? await database.read<LastWarnings>(toldOfPath(sql`${spaceId}`, source))
    : []
  const told = { policy: 'overwrite', state, told: lastWarnings } as const
  return { warnings: warningsOf(fields, told, warnings), lastWarnings }
}

export const markKey = 'markport'

export interface PageMark {
  readonly v: 1
  readonly installation: string
  readonly page: string
  /** Digest of the import; see `sourceDigest`. */
  readonly digest: string
  readonly version: number
  readonly delivery: string
}

/**
 * @param property Untrusted, because anybody can write properties.
 */
export function readMark(property: RemoteProperty | undefined): PageMark | undefined {
  const value = property?.value
  if (typeof value !== 'object' || value === null) return undefined
  const { v, version } = value as Partial<PageMark>
  return v === 1 && typeof version === 'number' ? (value as PageMark) : undefined
}

export function isSameMark(first: PageMark | undefined, second: PageMark): boolean {
  const keys = ['digest', 'version', 'installation', 'page'] as const
  return keys.every((key) => first?.[key] === second[key])
}

/** Fold a title as Confluence compares titles in a space. */
export function remoteTitleKey(title: string): string {
  return keptTitle(title).toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}

export function isSameTitle(first: string, second: string): boolean {
  return keptTitle(first) === keptTitle(second)
}

/** Tell whether a text may be a Confluence id; the ledger stores ids as numbers. */
export function isRemoteId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
}
