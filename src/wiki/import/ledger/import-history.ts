/** Reads the history of imports, in parts and counted by day. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import type { KeptFile } from '../../../contract/import-request.ts'
import type { Database } from '../../../store/database.ts'
import { readAs } from '../../../store/read-as.ts'
import { allOf, isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import { joinVersionSource, type VersionCommit, versionSourceColumns } from '../../pages/page.ts'
import { recordedPath } from '../target-wiki.ts'

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

/** The columns that `readImports` selects. */
const importColumns: Statement = sql`cast(i.id as text) as id, i.request_id as "requestId",
  i.user_id as "userId", nullif(i.run, '') as run, i.started_at as "startedAt",
  i.duration_ms as "durationMs", i.result, i.page_title as "pageTitle", i.parent_id as "parentId",
  coalesce(u.name, '') as "userName", i.api_token_id = 0 as "isFromForm",
  coalesce(t.name, 'follow-' || cast(f.id as text)) as "apiTokenName",
  case when s.key is not null then cast(i.space_id as text) end as "space.id", s.key as "space.key",
  i.space_sent as "spaceSent", i.body, i.version, i.page_id as "pageId", r.url, i.warnings,
  ${versionSourceColumns}`

const importsWithNames: Statement = sql`imports i
  left join spaces s on s.id = i.space_id and s.deleted_at is null
  left join tokens t on t.id = i.api_token_id
  left join followed_repositories f on f.id = i.api_token_id
  left join users u on u.id = i.user_id
  left join remote_pages r on r.space_id = i.space_id and r.page_id = cast(i.page_id as text)
  ${joinVersionSource(sql`i`)}`

export const isFailed: Statement = sql`not ${isAnyOf(sql`i.result`, successes)}`

/** Messages cannot imitate this text, because their quotes are escaped. */
export const isLossy: Statement = sql`i.warnings like ${'%"severity":"lost"%'}`

interface ImportPart {
  readonly limit: number
  readonly after?: ImportPlace | undefined
}

export function listImports(
  database: Database,
  filter: ImportFilter,
  part: ImportPart,
): Promise<PastImport[]> {
  return readImports(
    database,
    ({ columns, tables }) => sql`select ${columns} from ${tables} ${partOfImports(filter, part)}`,
  )
}

/** Selects the newest imports `i` first. */
export function partOfImports(filter: ImportFilter, { limit, after }: ImportPart): Statement {
  const continues =
    after && sql`(i.started_at, i.id) < (${after.startedAt.getTime()}, ${Number(after.id)})`
  return sql`where ${allOf([importCondition(filter), continues])}
    order by i.started_at desc, i.id desc limit ${limit}`
}

interface ImportRow extends Omit<PastImport, 'pagePath' | 'warnings'> {
  readonly pageId: number | undefined
  readonly url: string | undefined
  readonly warnings: string
}

/** @param select A query of imports `i`, with these columns from these tables. */
export async function readImports(
  database: Database,
  select: (parts: { readonly columns: Statement; readonly tables: Statement }) => Statement,
): Promise<PastImport[]> {
  const query = select({ columns: importColumns, tables: importsWithNames })
  const rows = await readAs<ImportRow>(database, query)
  return rows.map(({ pageId, url = null, warnings, ...row }) => {
    const key = row.space?.key
    return {
      ...row,
      pagePath:
        key === undefined || pageId === undefined
          ? undefined
          : recordedPath({ key, page_id: pageId, url }),
      warnings: JSON.parse(warnings) as AnswerWarning[],
    }
  })
}

const dayMs = 24 * 60 * 60 * 1000

/** Counts the failed imports of this day, in UTC. */
export async function countFailedToday(
  database: Database,
  filter: Pick<ImportFilter, 'userId'>,
  now: Date,
): Promise<number> {
  const startedFrom = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const [row] = await database.read<{ count: number }>(sql`
    select count(*) as count from imports i
    where ${importCondition({ ...filter, startedFrom, result: 'failed' })}`)
  return row?.count ?? 0
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
