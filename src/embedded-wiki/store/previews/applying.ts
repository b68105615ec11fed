/** The transactions that store the progress of applying a connected space's preview. @module */
import { type AuditStamp, auditRecord } from '../../../auth/audit.ts'
import { isWritable, type Principal } from '../../../auth/reader.ts'
import type { AppliedCounts } from '../../../contract/answers.ts'
import { query, queryAll, type Transaction } from '../../../database/database.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import type { Outcome } from '../../../importing/decide.ts'
import { rememberApplied } from './apply-preview.ts'
import { isOfRun, type PreviewRun, siteOf } from './overlay.ts'

export interface DeliveredPage {
  readonly outcome: Outcome | 'trashed'
  readonly id: string
}

export type Applying =
  | { readonly state: 'gone' }
  | { readonly state: 'applied'; readonly counts: AppliedCounts }
  | { readonly state: 'under-way' }
  | { readonly state: 'begun' }

interface BeginInput {
  readonly run: PreviewRun
  readonly writer: Principal
  /** The applier as JSON text; differs for each process that works on it. */
  readonly applying: string
  readonly now: number
  readonly leaseUntil: number
  readonly keepUntil: number
}

export const beginApplying: Transaction<BeginInput, Applying> = function* (input, dialect) {
  const { run, writer, applying, now, leaseUntil, keepUntil } = input
  const [standing] = yield* query<{ applied: string; applying: string }>(sql`
    select applied, applying from previews
    where ${isShown(run)} and ends_at > ${now} and exists (select 1 from spaces
      where id = ${run.spaceId} and deleted_at is null and ${isWritable(sql`spaces.id`, writer)})
    ${dialect.forUpdate}`)
  if (standing === undefined) return { state: 'gone' }
  if (standing.applied !== '') {
    return { state: 'applied', counts: JSON.parse(standing.applied) as AppliedCounts }
  }
  if (standing.applying !== '') return { state: 'under-way' }
  yield* queryAll([
    sql`update previews set applying = ${applying}, applying_until = ${leaseUntil},
        ends_at = case when ends_at < ${keepUntil} then ${keepUntil} else ends_at end
      where ${isShown(run)}`,
    sql`update preview_pages set problem = '' where ${isPage(run)} and problem <> ''`,
  ])
  return { state: 'begun' }
}

interface ClaimInput {
  readonly spaceId: number
  readonly name: string
  readonly before: string
  readonly applying: string
  readonly now: number
  readonly leaseUntil: number
}

/** Take over abandoned work; false when somebody is working on it. */
export const claimApplying: Transaction<ClaimInput, boolean> = function* (input) {
  const { spaceId, name, before, applying, now, leaseUntil } = input
  const claimed = yield* query(sql`
    update previews set applying = ${applying}, applying_until = ${leaseUntil}
    where space_id = ${spaceId} and name = ${name} and applying = ${before}
      and applying_until <= ${now} returning name`)
  return claimed.length > 0
}

interface NoteInput {
  readonly run: PreviewRun
  readonly applying: string
  readonly leaseUntil: number
  readonly page?:
    | { readonly pageId: number; readonly delivered?: DeliveredPage; readonly problem?: string }
    | undefined
}

/** Store the progress; false when another process has taken over. */
export const noteApplying: Transaction<NoteInput, boolean> = function* (input) {
  const { run, applying, leaseUntil, page } = input
  const held = yield* query(sql`
    update previews set applying_until = ${leaseUntil}
    where ${isShown(run)} and applying = ${applying} returning name`)
  if (held.length === 0) return false
  if (page === undefined) return true
  const { pageId, delivered, problem = '' } = page
  yield* queryAll([
    sql`update preview_pages set problem = ${problem},
        delivered = ${delivered === undefined ? '' : JSON.stringify(delivered)}
      where ${isPage(run)} and page_id = ${pageId}`,
    // Pages below it refer to its id in Confluence from now on.
    ...(delivered === undefined || delivered.id === String(pageId)
      ? []
      : [
          sql`update preview_pages set parent_id = ${Number(delivered.id)}
            where ${isPage(run)} and parent_id = ${pageId}`,
        ]),
  ])
  return true
}

interface EndInput extends AuditStamp {
  readonly run: PreviewRun
  readonly applying: string
}

/** End the work: all pages are delivered, or the problems of the others are recorded. */
export const endApplying: Transaction<EndInput, void> = function* (input) {
  const { run, applying } = input
  const ended = yield* query(sql`
    update previews set applying = '', applying_until = 0
    where ${isShown(run)} and applying = ${applying} returning name`)
  if (ended.length === 0) return
  const rows = yield* query<{ delivered: string }>(sql`
    select delivered from preview_pages where ${isPage(run)} and kind <> 'reserved'`)
  if (rows.some(({ delivered }) => delivered === '')) return
  const counts = { created: 0, updated: 0, unchanged: 0, trashed: 0 }
  for (const row of rows) counts[(JSON.parse(row.delivered) as DeliveredPage).outcome] += 1
  const { spaceId, name } = run
  yield* queryAll([
    ...rememberApplied(run, counts),
    auditRecord(input, 'preview-apply', name, { spaceId, ...counts }),
  ])
}

function isShown(run: PreviewRun): Statement {
  return sql`space_id = ${run.spaceId} and name = ${run.name} and shown_run = ${run.run}
    and site = ${siteOf(run)}`
}

function isPage(run: PreviewRun): Statement {
  return sql`preview_pages.space_id = ${run.spaceId} and ${isOfRun(sql`preview_pages`, run)}`
}
