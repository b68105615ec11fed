/**
 * Stores that are spread over the servers of a Citus, space by space: beside each migration that makes
 * tables, a script in `migrations/distributed` says what becomes of them.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from '../database.ts'
import { type Statement, sql } from '../sql.ts'
import { StoreError } from '../store-error.ts'

type Ask = (statement: Statement) => Promise<readonly object[]>

/** Whether a database could spread a store: somebody made it one of a Citus. */
export async function canSpread(ask: Ask): Promise<boolean> {
  const found = await ask(sql`select 1 as found from pg_extension where extname = 'citus'`)
  return found.length > 0
}

/** Whether a store is spread. */
export async function isSpreadStore(ask: Ask): Promise<boolean> {
  // Elsewhere there is no such table, and a statement that names it is refused.
  if (!(await canSpread(ask))) return false
  const found = await ask(
    sql`select 1 as found from pg_dist_partition where logicalrelid = to_regclass('pages')`,
  )
  return found.length > 0
}

/** The smallest piece of a connection that tables are spread by. */
interface SpreadConnection {
  begin(): Promise<void>
  run(statement: Statement): Promise<readonly object[]>
  runScript(script: string): Promise<void>
}

/** A store has this migration as long as some of its tables are not where they belong. */
const markOfSpread = /^unfinished spread, at (\d+) of (.+)$/

/** Whether a migration of a store stands for tables that are to be spread. */
export function isMarkOfSpread(name: string): boolean {
  return markOfSpread.test(name)
}

/** Name what has a store's tables spread that these migrations made; undefined where they made none. */
export function beginOfSpread(migrations: readonly string[]): string | undefined {
  const first = listScripts().find((name) => migrations.includes(name))
  return first && markAt({ script: first, place: 1 })
}

/**
 * Spread the tables of a store that are not. Each statement is committed with how far that came, so that
 * whoever comes next goes on behind it: not all of them together can be undone as one.
 * @throws {StoreError} When a statement is refused.
 */
export async function spreadTables(connection: SpreadConnection): Promise<void> {
  while (await spreadNext(connection));
}

/** Run the next statement, if there is one. */
async function spreadNext({ begin, run, runScript }: SpreadConnection): Promise<boolean> {
  await begin()
  try {
    const rows = (await run(sql`select name from migrations`)) as { name: string }[]
    const mark = rows.find(({ name }) => isMarkOfSpread(name))?.name
    if (mark !== undefined) {
      const [step, next] = stepsFrom(mark)
      if (step === undefined) throw new Error(`${mark} is of another Markport`)
      await runScript(step.statement)
      await run(
        next === undefined
          ? sql`delete from migrations where name = ${mark}`
          : sql`update migrations set name = ${markAt(next)} where name = ${mark}`,
      )
    }
    await runScript('commit')
    return mark !== undefined
  } catch (error) {
    await runScript('rollback').catch(() => {})
    throw new StoreError(
      `A part of the store could not be spread over the servers of the Citus: ${(error as Error).message}. What was spread before stays so. Mend that, then run markport migrate again, which goes on there.`,
      { cause: error },
    )
  }
}

interface SpreadStep {
  readonly script: string
  /** Of the statement among those of its script, from 1 on. */
  readonly place: number
}

function markAt({ script, place }: SpreadStep): string {
  return `unfinished spread, at ${place} of ${script}`
}

/** List the statements from the one on that a mark names. */
function stepsFrom(mark: string): (SpreadStep & { readonly statement: string })[] {
  const [, place = '', script = ''] = markOfSpread.exec(mark) ?? []
  return listScripts()
    .filter((name) => name >= script)
    .flatMap((name) =>
      scriptParts(readFileSync(new URL(name, folder), 'utf8')).map((statement, index) => {
        return { script: name, place: index + 1, statement }
      }),
    )
    .filter((step) => step.script !== script || step.place >= Number(place))
}

const folder = new URL('../../../migrations/distributed/', import.meta.url)

/** Each has the name of the migration that makes its tables. */
function listScripts(): string[] {
  return readdirSync(folder).sort()
}

/** Ask all servers that keep spaces whether they are there. */
export async function askWorkers(ask: Ask): Promise<readonly Worker[]> {
  const rows = await ask(sql`select nodename as host, nodeport as port, success as answers
    from run_command_on_workers('select 1') order by nodename, nodeport`)
  return (rows as { host: string; port: number; answers: boolean }[]).map(
    ({ host, port, answers }) => ({ name: `${host}:${port}`, answers }),
  )
}

/** Asked at each look at readiness, which does not wait longer for a host that answers nothing. */
const answerMs = 500

/** Find out whether a worker is away. */
export async function findAway(
  workers: () => Promise<readonly Worker[]>,
): Promise<{ isWorkerAway: boolean }> {
  const asked = workers().then(
    (found) => found.some(({ answers }) => !answers),
    () => true,
  )
  return { isWorkerAway: await Promise.race([asked, wait(answerMs, true, { ref: false })]) }
}

/**
 * List the statements of a script. A server of a Citus takes no two that change a table in one message.
 * @param script Its comments begin at `--`, and its statements end with the semicolon of a line.
 */
export function scriptParts(script: string): string[] {
  return script
    .replace(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
