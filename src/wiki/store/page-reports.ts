/** Problems with pages that readers report, and writers answer and close. @module */
import type { Reader } from '../../accounts/reader.ts'
import { bounds } from '../../contract/base/bounds.ts'
import { wrongField } from '../../contract/errors.ts'
import { query, type Transaction } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { allOf, type Statement, sql } from '../../store/sql.ts'
import { keepsBounds, refuseBeyond } from '../../store/within-bound.ts'
import { lockSpace } from '../import/spaces.ts'

const dayMs = 24 * 60 * 60 * 1000
export const reportsKeptMs: number = 90 * dayMs

export const maxReportLength = 500

/** @throws {RequestError} `bad-request` for a field that is too long. */
export function readReportText(form: ReadonlyMap<string, string>, field: string): string {
  const text = (form.get(field) ?? '').trim().toWellFormed().replaceAll('\0', '\uFFFD')
  if (text.length <= maxReportLength) return text
  const message = `Write at most ${maxReportLength} characters; these are ${text.length}.`
  throw wrongField(field, message)
}

interface NewReport {
  readonly id: number
  readonly spaceId: number
  readonly pageId: number
  /** The version that its reporter was reading. */
  readonly version: number
  /** The heading of the reported section; empty when the report concerns the whole page. */
  readonly section: string
  readonly message: string
  readonly userId: number
  readonly now: number
}

/**
 * Adds a report, unless the user has an open one with the same section and message.
 * @throws {RequestError} `bad-request` without a message, `too-many-requests` beyond a limit.
 */
export const insertReport: Transaction<NewReport, void> = function* (report, dialect) {
  const { id, spaceId, pageId, version, section, message, userId, now } = report
  if (message === '') {
    throw wrongField('message', 'Say what is wrong.')
  }
  const isOfUser = sql`page_reports where space_id = ${spaceId} and user_id = ${userId}`
  const isOfPage = sql`page_reports where space_id = ${spaceId} and page_id = ${pageId}`
  const shares = [
    { bound: bounds.reportsOfUser, rows: sql`${isOfUser} and created_at > ${now - dayMs}` },
    { bound: bounds.reportsOfPage, rows: sql`${isOfPage} and closed_at is null` },
  ]
  yield* query(lockSpace(spaceId, dialect.forUpdate))
  const rows = yield* query(sql`
    insert into page_reports (space_id, id, page_id, version, section, message, user_id, created_at)
    select p.space_id, cast(${id} as bigint), p.id, cast(${version} as bigint), ${section},
      ${message}, cast(${userId} as bigint), cast(${now} as bigint)
    from pages p where p.space_id = ${spaceId} and p.id = ${pageId} and p.status = 'current'
      and ${keepsBounds(shares)} and not exists (select 1 from ${isOfPage} and closed_at is null
        and user_id = ${userId} and section = ${section} and message = ${message})
    returning id`)
  if (rows.length === 0) yield* refuseBeyond(shares)
}

interface ClosedReport extends Pick<NewReport, 'id' | 'spaceId' | 'userId' | 'now'> {
  readonly answer: string
}

/** Closes a report with an answer, which may be empty. A report that is closed keeps its answer. */
export const closeReport: Transaction<ClosedReport, void> = function* (report) {
  const { id, spaceId, answer, userId, now } = report
  yield* query(sql`
    update page_reports set answer = ${answer}, closed_by = ${userId}, closed_at = ${now}
    where space_id = ${spaceId} and id = ${id} and closed_at is null`)
}

interface ReportChoice {
  readonly id?: string | undefined
  readonly spaceId?: string | undefined
  readonly pageId?: string | undefined
  /** Also selects the reports that the reader made, open and closed. */
  readonly hasOwn?: boolean
}

/** Lists the open reports of pages that the reader may write, the newest first. */
export async function listReports(
  reader: Reader,
  choice: ReportChoice,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<PageReport[]> {
  return readAs(
    reader.database,
    sql`select r.id, r.space_id as "spaceId", s.key as "place.spaceKey",
      cast(r.page_id as text) as "place.id", p.title, r.version, r.section, r.message,
      u.name as reporter, r.created_at as "reportedAt",
      case when r.closed_at is not null then r.answer end as "closed.answer",
      closer.name as "closed.by",
      case when ${await isToAnswer(reader)} then 1 else 0 end as "isToAnswer"
    from ${reports} join spaces s on s.id = r.space_id
    join users u on u.id = r.user_id left join users closer on closer.id = r.closed_by
    where ${await isChosen(reader, choice)}
      and ${after === undefined ? sql`1 = 1` : sql`r.id < ${parseId(after) ?? 0}`}
    order by r.id desc limit ${limit}`,
  )
}

export async function countOpenReports(reader: Reader, choice: ReportChoice): Promise<number> {
  const [row] = await reader.database.read<{ reports: number }>(sql`
    select count(*) as reports from ${reports} where ${await isChosen(reader, choice)}`)
  return row?.reports ?? 0
}

/** Reports of trashed pages are left out until their page is restored. */
const reports = sql`page_reports r
  join pages p on p.space_id = r.space_id and p.id = r.page_id and p.status = 'current'`

async function isToAnswer(reader: Reader): Promise<Statement> {
  return sql`(r.closed_at is null and ${await reader.isWritable(sql`r.space_id`)})`
}

async function isChosen(
  reader: Reader,
  { id, spaceId, pageId, hasOwn = false }: ReportChoice,
): Promise<Statement> {
  const isOwn = sql`r.user_id = ${reader.principal?.userId ?? 0}
    and ${await reader.isReadable(sql`r.space_id`)}`
  return allOf([
    hasOwn ? sql`(${await isToAnswer(reader)} or ${isOwn})` : await isToAnswer(reader),
    id === undefined ? undefined : sql`r.id = ${parseId(id) ?? 0}`,
    spaceId === undefined ? undefined : sql`r.space_id = ${parseId(spaceId) ?? 0}`,
    pageId === undefined ? undefined : sql`r.page_id = ${parseId(pageId) ?? 0}`,
  ])
}

export interface PageReport extends Omit<NewReport, 'pageId' | 'userId' | 'now'> {
  readonly title: string
  readonly place: { readonly spaceKey: string; readonly id: string }
  readonly reporter: string
  readonly reportedAt: Date
  readonly closed: { readonly by: string | undefined; readonly answer: string } | undefined
  /** Whether the reader who lists it may answer and close it. */
  readonly isToAnswer: boolean
}
