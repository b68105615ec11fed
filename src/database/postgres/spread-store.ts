/**
 * Stores that are spread over the servers of a Citus, space by space: `migrations/distributed/citus.sql`
 * says what becomes of each table.
 * @module
 */
import { readFileSync } from 'node:fs'
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

/**
 * Spread an empty store. What was done stays done when a later part fails, as not all of it can be
 * undone.
 * @param run Runs one statement by itself.
 */
export async function spreadStore(run: (statement: string) => Promise<unknown>): Promise<void> {
  const script = readFileSync(
    new URL('../../../migrations/distributed/citus.sql', import.meta.url),
    'utf8',
  )
  try {
    for (const part of scriptParts(script)) await run(part)
  } catch (error) {
    throw new StoreError(
      `The store was made, and could not be spread over the servers of the Citus: ${(error as Error).message} It is empty. Mend that, empty the database, and run markport migrate again.`,
      { cause: error },
    )
  }
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
