/** Problems with pages that readers report, and writers answer and close. @module */
import type { Reader } from '../../accounts/reader.ts'
import { bounds } from '../../contract/base/bounds.ts'
import { RequestError } from '../../contract/errors.ts'
import { query, queryAll, type Transaction } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { allOf, sql } from '../../store/sql.ts'
import { keepsBounds, refuseBeyond } from '../../store/within-bound.ts'
import { lockSpace } from './spaces.ts'

export const reportsKeptMs: number = 90 * 24 * 60 * 60 * 1000

export const maxReportLength = 500

/** @throws {RequestError} `bad-request` for a text that is too long. */
export function readReportText(text: string, name: string): string {
  const trimmedText = text.trim().toWellFormed().replaceAll('\0', '\uFFFD')
  if (trimmedText.length <= maxReportLength) return trimmedText
  throw new RequestError(
    'bad-request',
    `${name} must be at most ${maxReportLength} characters, got ${trimmedText.length}.`,
    { field: name },
  )
}

export interface NewReport {
  readonly id: number
  readonly spaceId: number
  readonly pageId: number
  readonly version: number
  /** The id and text of the heading it is about; empty for the whole page. */
  readonly section: string
  readonly heading: string
  readonly message: string
  readonly userId: number
  readonly now: number
}

/** Sending the form twice makes one report. */
export const insertReport: Transaction<NewReport, void> = function* (report, dialect) {
  const { id, spaceId, pageId, version, section, heading, message, userId, now } = report
  const isOpen = sql`page_reports where space_id = ${spaceId} and closed_at is null`
  const [, repeated] = yield* queryAll([
    lockSpace(spaceId, dialect.forUpdate),
    sql`select id from ${isOpen} and page_id = ${pageId} and user_id = ${userId}
      and section = ${section} and message = ${message}`,
  ])
  if (repeated?.[0] !== undefined) return
  const shares = [
    { bound: bounds.reportsOfReader, rows: sql`${isOpen} and user_id = ${userId}` },
    { bound: bounds.reportsOfPage, rows: sql`${isOpen} and page_id = ${pageId}` },
  ]
  const rows = yield* query(sql`
    insert into page_reports (space_id, id, page_id, version, section, heading, message, user_id,
      created_at)
    select p.space_id, cast(${id} as bigint), p.id, cast(${version} as bigint), ${section},
      ${heading}, ${message}, cast(${userId} as bigint), cast(${now} as bigint)
    from pages p where p.space_id = ${spaceId} and p.id = ${pageId} and p.status = 'current'
      and ${keepsBounds(shares)}
    returning id`)
  if (rows.length === 0) yield* refuseBeyond(shares)
}

export interface ReportToClose {
  readonly id: number
  readonly spaceId: number
  readonly pageId: number
  readonly answer: string
  readonly userId: number
  readonly now: number
}

/** Does nothing when somebody else has closed the report already. */
export const closeReport: Transaction<ReportToClose, void> = function* (report) {
  const { id, spaceId, pageId, answer, userId, now } = report
  yield* query(sql`
    update page_reports set answer = ${answer}, closed_by = ${userId}, closed_at = ${now}
    where space_id = ${spaceId} and id = ${id} and page_id = ${pageId} and closed_at is null`)
}

export interface PageReport {
  readonly id: string
  readonly spaceKey: string
  readonly spaceName: string
  readonly pageId: string
  readonly pageTitle: string
  readonly version: number
  readonly section: string
  readonly heading: string
  readonly message: string
  readonly reporter: string
  readonly reportedAt: Date
  readonly answer: string
  readonly closed: { readonly by: string; readonly at: Date } | undefined
}

interface ReportChoice {
  readonly whose: 'writable' | 'own'
  readonly spaceId?: string | undefined
  readonly pageId?: string | undefined
  readonly isOpen?: boolean | undefined
  readonly limit: number
}

export async function listReports(reader: Reader, choice: ReportChoice): Promise<PageReport[]> {
  const rows = await reader.database.read<ReportRow>(sql`
    select r.id, s.key, s.name, r.page_id, p.title, r.version, r.section, r.heading, r.message,
      u.name as reporter, r.created_at, r.answer, closer.name as closer, r.closed_at
    from page_reports r join spaces s on s.id = r.space_id
    join pages p on p.space_id = r.space_id and p.id = r.page_id and p.status = 'current'
    join users u on u.id = r.user_id left join users closer on closer.id = r.closed_by
    where ${await isChosen(reader, choice)}
    order by case when r.closed_at is null then 0 else 1 end, r.created_at desc, r.id desc
    limit ${choice.limit}`)
  return rows.map(toReport)
}

export async function countOpenReports(
  reader: Reader,
  place: Pick<ReportChoice, 'spaceId' | 'pageId'> = {},
): Promise<number> {
  const choice = { ...place, whose: 'writable', isOpen: true, limit: 0 } as const
  const [row] = await reader.database.read<{ reports: number | string }>(sql`
    select count(*) as reports from page_reports r
    join pages p on p.space_id = r.space_id and p.id = r.page_id and p.status = 'current'
    where ${await isChosen(reader, choice)}`)
  return Number(row?.reports ?? 0)
}

async function isChosen(reader: Reader, { whose, spaceId, pageId, isOpen }: ReportChoice) {
  const { principal } = reader
  return allOf([
    whose === 'writable'
      ? await reader.isWritable(sql`r.space_id`)
      : sql`r.user_id = ${principal?.userId ?? 0} and ${await reader.isReadable(sql`r.space_id`)}`,
    spaceId === undefined ? undefined : sql`r.space_id = ${parseId(spaceId) ?? 0}`,
    pageId === undefined ? undefined : sql`r.page_id = ${parseId(pageId) ?? 0}`,
    isOpen === undefined
      ? undefined
      : isOpen
        ? sql`r.closed_at is null`
        : sql`r.closed_at is not null`,
  ])
}

interface ReportRow {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly page_id: number
  readonly title: string
  readonly version: number
  readonly section: string
  readonly heading: string
  readonly message: string
  readonly reporter: string
  readonly created_at: number
  readonly answer: string
  readonly closer: string | null
  readonly closed_at: number | null
}

function toReport(row: ReportRow): PageReport {
  const { version, section, heading, message, reporter, answer } = row
  return {
    version,
    section,
    heading,
    message,
    reporter,
    answer,
    id: String(row.id),
    spaceKey: row.key,
    spaceName: row.name,
    pageId: String(row.page_id),
    pageTitle: row.title,
    reportedAt: new Date(row.created_at),
    closed:
      row.closed_at === null ? undefined : { by: row.closer ?? '', at: new Date(row.closed_at) },
  }
}
