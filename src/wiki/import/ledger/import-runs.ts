/** The history of imports, grouped by run. @module */
import type { Database } from '../../../store/database.ts'
import { allOf, type SqlValue, type Statement, sql } from '../../../store/sql.ts'
import {
  type ImportFilter,
  type ImportPlace,
  type ImportRow,
  importColumns,
  importCondition,
  importsWithNames,
  isFailed,
  isLossy,
  lostMark,
  type PastImport,
  readImportRows,
  toPastImport,
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
  const keys = heads.filter(({ run }) => run !== '')
  const [counts, shownImports] =
    keys.length === 0
      ? [[], []]
      : [await countRuns(database, keys), await showRuns(database, keys, range.shown)]
  return heads.map((head) => {
    const isSame = (row: RunKey): boolean => row.user_id === head.user_id && row.run === head.run
    const runCounts = head.run === '' ? undefined : counts.find(isSame)
    const rows = runCounts === undefined ? [head] : shownImports.filter(isSame)
    return {
      newest: toPastImport(head),
      startedAt: new Date(runCounts?.started_at ?? head.started_at),
      counts: toCounts(runCounts, head),
      imports: rows.map(toPastImport),
    }
  })
}

type RunKey = Pick<ImportRow, 'user_id' | 'run'>

const rowsAtOnce = 200

/**
 * Find the newest import of each run. Imports are read in parts and known runs skipped, because a
 * distributed store cannot compare imports of several spaces in one statement.
 */
async function findHeads(
  database: Database,
  filter: ImportFilter,
  { limit, after }: { limit: number; after?: ImportPlace | undefined },
): Promise<ImportRow[]> {
  const heads: ImportRow[] = []
  const knownRuns = new Set<string>()
  let place = after
  for (;;) {
    const rows = await readImportRows(database, filter, { limit: rowsAtOnce, after: place })
    const runs = rows.filter((row) => row.run !== '' && !knownRuns.has(keyOf(row)))
    for (const run of await findNewer(database, filter, runs, after)) knownRuns.add(keyOf(run))
    for (const row of rows) {
      if (row.run !== '' && knownRuns.has(keyOf(row))) continue
      knownRuns.add(keyOf(row))
      if (heads.push(row) === limit) return heads
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return heads
    place = { startedAt: new Date(last.started_at), id: String(last.id) }
  }
}

function keyOf({ user_id: userId, run }: RunKey): string {
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
    select distinct i.user_id, i.run from imports i
    where ${allOf([isOfRuns(runs), isBefore, importCondition(filter)])}`)
}

interface CountRow extends RunKey {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly lossy: number
  readonly started_at: number
}

function countRuns(database: Database, keys: readonly RunKey[]): Promise<CountRow[]> {
  const count = (condition: Statement): Statement =>
    sql`sum(case when ${condition} then 1 else 0 end)`
  return database.read<CountRow>(sql`
    select i.user_id, i.run, min(i.started_at) as started_at,
      ${count(sql`i.result = 'created'`)} as created,
      ${count(sql`i.result = 'updated'`)} as updated,
      ${count(sql`i.result = 'unchanged'`)} as unchanged,
      ${count(isFailed)} as failed, ${count(isLossy)} as lossy
    from imports i where ${isOfRuns(keys)} group by i.user_id, i.run`)
}

function showRuns(
  database: Database,
  keys: readonly RunKey[],
  perRun: number,
): Promise<ImportRow[]> {
  return database.read<ImportRow>(sql`
    select * from (
      select ${importColumns}, row_number() over (partition by i.user_id, i.run
        order by case when ${isFailed} then 0 when ${isLossy} then 1
          when i.result = 'unchanged' then 3 else 2 end, i.started_at desc, i.id desc) as place
      from ${importsWithNames} where ${isOfRuns(keys)}) shown
    where place <= ${perRun} order by user_id, run, place`)
}

/** Built as one statement, because fragments would fill the cache with a shape for each length. */
function isOfRuns(keys: readonly RunKey[]): Statement {
  const pair = '(cast(\0 as bigint), cast(\0 as text))'
  const values: SqlValue[] = keys.flatMap(({ user_id: userId, run }) => [userId, run])
  const list: Statement = {
    parts: keys
      .map(() => pair)
      .join(', ')
      .split('\0'),
    values,
  }
  return sql`i.run <> '' and (i.user_id, i.run) in (values ${list})`
}

function toCounts(row: CountRow | undefined, { result, warnings }: ImportRow): RunCounts {
  if (row === undefined) {
    const is = (name: string): number => (result === name ? 1 : 0)
    const [created, updated, unchanged] = [is('created'), is('updated'), is('unchanged')]
    const failed = 1 - created - updated - unchanged
    return { created, updated, unchanged, failed, lossy: warnings.includes(lostMark) ? 1 : 0 }
  }
  const { created, updated, unchanged, failed, lossy } = row
  return {
    created: Number(created),
    updated: Number(updated),
    unchanged: Number(unchanged),
    failed: Number(failed),
    lossy: Number(lossy),
  }
}
