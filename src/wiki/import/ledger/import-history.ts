/** Reads the history of imports: in parts, counted by day, and grouped by run. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import type { KeptFile } from '../../../contract/import-request.ts'
import type { Database } from '../../../store/database.ts'
import { readAs } from '../../../store/read-as.ts'
import { allOf, isAnyOf, type SqlValue, type Statement, sql } from '../../../store/sql.ts'
import { joinVersionSource, type VersionCommit, versionSourceColumns } from '../../pages/page.ts'
import { pagePath } from '../target-wiki.ts'

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
  i.space_sent as "spaceSent", i.body, i.version, cast(i.page_id as text) as "pageId", r.url, i.warnings,
  ${versionSourceColumns}`

const importsWithNames: Statement = sql`imports i
  left join spaces s on s.id = i.space_id and s.deleted_at is null
  left join tokens t on t.id = i.api_token_id
  left join followed_repositories f on f.id = i.api_token_id
  left join users u on u.id = i.user_id
  left join remote_pages r on r.space_id = i.space_id and r.page_id = cast(i.page_id as text)
  ${joinVersionSource(sql`i`)}`

const isFailed: Statement = sql`not ${isAnyOf(sql`i.result`, successes)}`

/** Messages cannot imitate this text, because their quotes are escaped. */
const isLossy: Statement = sql`i.warnings like ${'%"severity":"lost"%'}`

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
    sql`select ${importColumns} from ${importsWithNames} ${partOfImports(filter, part)}`,
  )
}

/** Selects the newest imports `i` first. */
function partOfImports(filter: ImportFilter, { limit, after }: ImportPart): Statement {
  const continues =
    after && sql`(i.started_at, i.id) < (${after.startedAt.getTime()}, ${Number(after.id)})`
  return sql`where ${allOf([importCondition(filter), continues])}
    order by i.started_at desc, i.id desc limit ${limit}`
}

interface ImportRow extends Omit<PastImport, 'pagePath' | 'warnings'> {
  readonly pageId: string | undefined
  readonly url: string | undefined
  readonly warnings: string
}

/** @param query Selects `importColumns` of imports `i`. */
async function readImports(database: Database, query: Statement): Promise<PastImport[]> {
  const rows = await readAs<ImportRow>(database, query)
  return rows.map(({ pageId, url, warnings, ...row }) => ({
    ...row,
    pagePath: row.space && pageId && (url ?? pagePath(row.space.key, pageId)),
    warnings: JSON.parse(warnings) as AnswerWarning[],
  }))
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

function importCondition(filter: ImportFilter): Statement {
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

export interface ImportRun {
  readonly newest: PastImport
  readonly startedAt: Date
  readonly counts: RunCounts
  readonly imports: readonly PastImport[]
}

export interface RunCounts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly lossy: number
}

/** List runs that contain a matching import; an import without a run counts as a run. */
export async function listImportRuns(
  database: Database,
  filter: ImportFilter,
  range: { limit: number; after?: ImportPlace | undefined; shown: number },
): Promise<ImportRun[]> {
  const heads = await findHeads(database, filter, range)
  const keys = heads.flatMap(({ userId, run }) => (run === undefined ? [] : { userId, run }))
  const [counts, shownImports] =
    keys.length === 0
      ? [[], []]
      : [await countRuns(database, keys), await showRuns(database, keys, range.shown)]
  return heads.map((head) => {
    const isSame = ({ userId, run }: Pick<PastImport, 'userId' | 'run'>): boolean =>
      userId === head.userId && run === head.run
    const run = head.run === undefined ? undefined : counts.find(isSame)
    return {
      newest: head,
      startedAt: run?.startedAt ?? head.startedAt,
      counts: run?.counts ?? countsOf(head),
      imports: run === undefined ? [head] : shownImports.filter(isSame),
    }
  })
}

interface RunKey {
  readonly userId: number
  readonly run: string
}

const rowsAtOnce = 200

/**
 * Find the newest import of each run. A distributed store cannot compare imports of several spaces
 * in one statement, so we read the log in parts and skip the runs that we have met already.
 */
async function findHeads(
  database: Database,
  filter: ImportFilter,
  { limit, after }: { limit: number; after?: ImportPlace | undefined },
): Promise<PastImport[]> {
  const heads: ImportPlace[] = []
  const knownRuns = new Set<string>()
  let place = after
  while (heads.length < limit) {
    const part = await listPlaces(database, filter, place)
    const runs = part.filter((item) => item.run !== '' && !knownRuns.has(keyOf(item)))
    for (const run of await findNewer(database, filter, runs, after)) knownRuns.add(keyOf(run))
    for (const item of part) {
      if (item.run !== '' && knownRuns.has(keyOf(item))) continue
      knownRuns.add(keyOf(item))
      heads.push(item)
    }
    place = part.at(-1)
    if (part.length < rowsAtOnce) break
  }
  return readPlaces(database, heads.slice(0, limit))
}

/** Does not read the warnings, because one import may have many kilobytes of them. */
function listPlaces(
  database: Database,
  filter: ImportFilter,
  after: ImportPlace | undefined,
): Promise<(ImportPlace & RunKey)[]> {
  return readAs(
    database,
    sql`select cast(i.id as text) as id, i.started_at as "startedAt", i.user_id as "userId", i.run
      from imports i ${partOfImports(filter, { limit: rowsAtOnce, after })}`,
  )
}

/** Reads imports by their times too, because no index finds them by ids alone. */
function readPlaces(database: Database, places: readonly ImportPlace[]): Promise<PastImport[]> {
  const times = places.map(({ startedAt }) => startedAt.getTime())
  const ids = places.map(({ id }) => Number(id))
  return readImports(
    database,
    sql`select ${importColumns} from ${importsWithNames}
      where ${isAnyOf(sql`i.started_at`, times)} and ${isAnyOf(sql`i.id`, ids)}
      order by i.started_at desc, i.id desc`,
  )
}

function keyOf({ userId, run }: RunKey): string {
  return `${userId} ${run}`
}

async function findNewer(
  database: Database,
  filter: ImportFilter,
  runs: readonly RunKey[],
  after: ImportPlace | undefined,
): Promise<RunKey[]> {
  if (after === undefined || runs.length === 0) return []
  const isBefore = sql`(i.started_at, i.id) >= (${after.startedAt.getTime()}, ${Number(after.id)})`
  return database.read<RunKey>(sql`
    select distinct i.user_id as "userId", i.run from imports i
    where ${allOf([isOfRuns(runs), isBefore, importCondition(filter)])}`)
}

interface CountedRun extends RunKey {
  readonly startedAt: Date
  readonly counts: RunCounts
}

function countRuns(database: Database, keys: readonly RunKey[]): Promise<CountedRun[]> {
  const count = (condition: Statement): Statement =>
    sql`sum(case when ${condition} then 1 else 0 end)`
  return readAs(
    database,
    sql`select i.user_id as "userId", i.run, min(i.started_at) as "startedAt",
        ${count(sql`i.result = 'created'`)} as "counts.created",
        ${count(sql`i.result = 'updated'`)} as "counts.updated",
        ${count(sql`i.result = 'unchanged'`)} as "counts.unchanged",
        ${count(isFailed)} as "counts.failed", ${count(isLossy)} as "counts.lossy"
      from imports i where ${isOfRuns(keys)} group by i.user_id, i.run`,
  )
}

function showRuns(
  database: Database,
  keys: readonly RunKey[],
  perRun: number,
): Promise<PastImport[]> {
  return readImports(
    database,
    sql`select * from (
      select ${importColumns}, row_number() over (partition by i.user_id, i.run
        order by case when ${isFailed} then 0 when ${isLossy} then 1
          when i.result = 'unchanged' then 3 else 2 end, i.started_at desc, i.id desc) as place
      from ${importsWithNames} where ${isOfRuns(keys)}) shown
    where place <= ${perRun} order by "userId", run, place`,
  )
}

/** Builds one statement, because the cache would keep a separate one for each number of keys. */
function isOfRuns(keys: readonly RunKey[]): Statement {
  const pair = '(cast(\0 as bigint), cast(\0 as text))'
  const values: SqlValue[] = keys.flatMap(({ userId, run }) => [userId, run])
  const list: Statement = {
    parts: keys
      .map(() => pair)
      .join(', ')
      .split('\0'),
    values,
  }
  return sql`i.run <> '' and (i.user_id, i.run) in (values ${list})`
}

/** The counts of an import without a run. */
function countsOf({ result, warnings }: PastImport): RunCounts {
  const is = (name: string): number => (result === name ? 1 : 0)
  const [created, updated, unchanged] = [is('created'), is('updated'), is('unchanged')]
  const failed = 1 - created - updated - unchanged
  const isLossy = warnings.some(({ severity }) => severity === 'lost')
  return { created, updated, unchanged, failed, lossy: isLossy ? 1 : 0 }
}
