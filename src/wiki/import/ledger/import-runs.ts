/** The history of imports, grouped by run. @module */
import type { Database } from '../../../store/database.ts'
import { readAs } from '../../../store/read-as.ts'
import { allOf, isAnyOf, type SqlValue, type Statement, sql } from '../../../store/sql.ts'
import {
  type ImportFilter,
  type ImportPlace,
  importCondition,
  isFailed,
  isLossy,
  type PastImport,
  partOfImports,
  readImports,
} from './import-history.ts'

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
    ({ columns, tables }) => sql`select ${columns} from ${tables}
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
    ({ columns, tables }) => sql`
    select * from (
      select ${columns}, row_number() over (partition by i.user_id, i.run
        order by case when ${isFailed} then 0 when ${isLossy} then 1
          when i.result = 'unchanged' then 3 else 2 end, i.started_at desc, i.id desc) as place
      from ${tables} where ${isOfRuns(keys)}) shown
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
