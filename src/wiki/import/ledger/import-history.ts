/** Reads the history of imports, in parts and counted by day. @module */

import type { AnswerWarning } from '../../../contract/answers.ts'
import type { KeptFile } from '../../../contract/import-request.ts'
import type { Database } from '../../../store/database.ts'
import { allOf, isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import {
  type CommitRow,
  type FileRow,
  joinVersionSource,
  toCommit,
  toFile,
  type VersionCommit,
  versionSourceColumns,
} from '../sources/version-source.ts'
import { recordedPath } from '../target-wiki.ts'
import { noApiToken } from './entry.ts'

export interface PastImport {
  readonly id: string
  readonly requestId: string
  readonly userId: number
  readonly run: string | undefined
  readonly startedAt: Date
  readonly durationMs: number
  /** `created`, `updated`, `unchanged`, or the key of the refusal. */
  readonly result: string
  readonly pageTitle: string
  readonly parentId: string
  readonly userName: string
  readonly isFromForm: boolean
  readonly apiTokenName: string | undefined
  readonly space: { readonly id: string; readonly key: string } | undefined
  /** The id or key as the caller sent it; empty when unknown. */
  readonly spaceSent: string
  readonly body: string
  readonly version: number | undefined
  readonly pagePath: string | undefined
  readonly file: KeptFile | undefined
  readonly commit: VersionCommit
  readonly warnings: readonly AnswerWarning[]
}

export const successes = ['created', 'updated', 'unchanged'] as const

export interface ImportFilter {
  readonly userId?: number | undefined
  readonly apiTokenId?: number | undefined
  readonly requestId?: string | undefined
  readonly spaceId?: number | undefined
  readonly run?: string | undefined
  readonly result?: string | undefined
  readonly startedFrom?: Date | undefined
  readonly startedBefore?: Date | undefined
}

export interface ImportPlace {
  readonly startedAt: Date
  readonly id: string
}

export const importColumns: Statement = sql`i.id, i.request_id, i.started_at, i.duration_ms, i.result,
  i.page_title, i.space_sent, i.parent_id, i.space_id, i.body, i.page_id, i.version, i.warnings, i.api_token_id, i.user_id,
  i.run, s.key, coalesce(t.name, 'follow-' || cast(f.id as text)) as token_name, u.name as user_name, r.url,
  ${versionSourceColumns}`
export const importsWithNames: Statement = sql`imports i
  left join spaces s on s.id = i.space_id and s.deleted_at is null
  left join tokens t on t.id = i.api_token_id
  left join followed_repositories f on f.id = i.api_token_id
  left join users u on u.id = i.user_id
  left join remote_pages r on r.space_id = i.space_id and r.page_id = cast(i.page_id as text)
  ${joinVersionSource(sql`i`)}`

/** The text by which a lossy warning is recognized in JSON: within messages, quotes are escaped. */
export const lostMark = '"severity":"lost"'

export const isFailed: Statement = sql`not ${isAnyOf(sql`i.result`, successes)}`

export const isLossy: Statement = sql`i.warnings like ${`%${lostMark}%`}`

export async function listImports(
  database: Database,
  filter: ImportFilter,
  range: ImportPart,
): Promise<PastImport[]> {
  return (await readImportRows(database, filter, range)).map(toPastImport)
}

interface ImportPart {
  readonly limit: number
  readonly after?: ImportPlace | undefined
}

export function readImportRows(
  database: Database,
  filter: ImportFilter,
  { limit, after }: ImportPart,
): Promise<ImportRow[]> {
  const continues =
    after && sql`(i.started_at, i.id) < (${after.startedAt.getTime()}, ${Number(after.id)})`
  return database.read<ImportRow>(sql`
    select ${importColumns} from ${importsWithNames}
    where ${allOf([importCondition(filter), continues])}
    order by i.started_at desc, i.id desc limit ${limit}`)
}

const dayMs = 24 * 60 * 60 * 1000

/** Of this day, in UTC. */
export async function countFailedToday(
  database: Database,
  filter: Pick<ImportFilter, 'userId'>,
  now: Date,
): Promise<number> {
  const startedFrom = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const [row] = await database.read<{ count: number }>(sql`
    select count(*) as count from imports i
    where ${importCondition({ ...filter, startedFrom, result: 'failed' })}`)
  return Number(row?.count ?? 0)
}

export function importCondition(filter: ImportFilter): Statement {
  const { userId, apiTokenId, requestId, run, spaceId, startedFrom, startedBefore } = filter
  return allOf([
    sql`1 = 1`,
    userId === undefined ? undefined : sql`i.user_id = ${userId}`,
    apiTokenId === undefined ? undefined : sql`i.api_token_id = ${apiTokenId}`,
    requestId === undefined ? undefined : sql`i.request_id = ${requestId}`,
    run === undefined ? undefined : sql`i.run = ${run} and i.run <> ''`,
    // `+ 0` keeps SQLite from using the index of spaces and then sorting all imports.
    spaceId === undefined ? undefined : sql`i.space_id + 0 = ${spaceId}`,
    startedFrom && sql`i.started_at >= ${startedFrom.getTime()}`,
    startedBefore && sql`i.started_at < ${startedBefore.getTime()}`,
    resultCondition(filter.result),
  ])
}

function resultCondition(result: string | undefined): Statement | undefined {
  if (result === undefined) return undefined
  if (result === 'succeeded') return isAnyOf(sql`i.result`, successes)
  if (result === 'lossy') return isLossy
  return result === 'failed' ? isFailed : sql`i.result = ${result}`
}

export interface ImportRow extends CommitRow, FileRow {
  readonly id: number
  readonly request_id: string
  readonly started_at: number
  readonly duration_ms: number
  readonly result: string
  readonly page_title: string
  readonly space_sent: string
  readonly parent_id: string
  readonly space_id: number
  readonly body: string
  readonly page_id: number | null
  readonly version: number | null
  readonly warnings: string
  readonly api_token_id: number
  readonly user_id: number
  readonly run: string
  readonly key: string | null
  readonly token_name: string | null
  readonly user_name: string | null
  readonly url: string | null
}

export function toPastImport(row: ImportRow): PastImport {
  const { key, page_id: pageId, url } = row
  return {
    id: String(row.id),
    requestId: row.request_id,
    userId: row.user_id,
    run: row.run === '' ? undefined : row.run,
    startedAt: new Date(row.started_at),
    durationMs: row.duration_ms,
    result: row.result,
    pageTitle: row.page_title,
    parentId: row.parent_id,
    userName: row.user_name ?? '',
    isFromForm: String(row.api_token_id) === noApiToken,
    apiTokenName: row.token_name ?? undefined,
    space: key === null ? undefined : { id: String(row.space_id), key },
    spaceSent: row.space_sent,
    body: row.body,
    version: row.version ?? undefined,
    pagePath:
      key === null || pageId === null ? undefined : recordedPath({ key, page_id: pageId, url }),
    file: toFile(row),
    commit: toCommit(row),
    warnings: JSON.parse(row.warnings) as AnswerWarning[],
  }
}
