/** Checks of a store, with or without a running service: each finding is a sentence. @module */
import { counted } from '../contract/base/visible-text.ts'
import type { Worker } from './database.ts'
import { dialects } from './dialects.ts'
import type { LookedAtDatabase } from './open-database.ts'
import { sql } from './sql.ts'

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  readonly mend: string | null
}

/** Tokens are refused when their issuer's clock is further ahead. */
export const maxClockSkewMs: number = 60_000

export async function checkRunningStore(
  database: Omit<LookedAtDatabase, 'close'>,
  now: Date,
): Promise<Check[]> {
  const { workers } = database
  return [
    await check('durability', () => durability(database)),
    ...(workers === undefined
      ? []
      : [await check('workers', async () => workerState(await workers()))]),
    await check('clock', () => clockState(database, now)),
    await check('signing keys', () => signingKeys(database, now)),
  ]
}

export async function check(name: string, look: () => string | Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await look(), mend: null }
  } catch (error) {
    const { message, mend } = error as Error & { mend?: string }
    return { name, ok: false, detail: message, mend: mend ?? 'See docs/operations.md.' }
  }
}

export function wrong(detail: string, mend: string): Error {
  return Object.assign(new Error(detail), { mend })
}

async function durability(database: Pick<LookedAtDatabase, 'durability'>): Promise<string> {
  const { description, wayOut } = await database.durability()
  if (wayOut !== undefined) throw wrong(description, wayOut)
  return description
}

function workerState(workers: readonly Worker[]): string {
  const namesOf = (workers: readonly Worker[]): string => workers.map(({ name }) => name).join(', ')
  const away = workers.filter(({ answers }) => !answers)
  if (workers.length === 0) {
    throw wrong('no server keeps spaces', 'Add one with citus_add_node, and move shards there.')
  }
  if (away.length > 0) {
    throw wrong(
      `${namesOf(away)} ${away.length === 1 ? 'does' : 'do'} not answer: imports into the spaces there are refused`,
      'Start them, or promote their standbys and tell Citus with citus_update_node.',
    )
  }
  return `${namesOf(workers)} answer`
}

async function clockState(
  database: Pick<LookedAtDatabase, 'engine' | 'read'>,
  now: Date,
): Promise<string> {
  const [row] = await database.read<{ newest: number | null }>(
    sql`select max(started_at) as newest from imports`,
  )
  const instants = [row?.newest ?? 0]
  const { title, readServerTime } = dialects[database.engine]
  const serverTime = await readServerTime(database.read)
  if (serverTime !== undefined) {
    instants.push(serverTime)
    const skewMs = Math.abs(serverTime - now.getTime())
    if (skewMs > maxClockSkewMs) {
      throw wrong(`it is ${skewMs} ms off ${title}'s clock`, 'Synchronise both with NTP.')
    }
  }
  const behindMs = Math.max(...instants) - now.getTime()
  if (behindMs > maxClockSkewMs) {
    throw wrong(`it is ${behindMs} ms behind the store's newest record`, 'Set the clock, with NTP.')
  }
  const minute = now.toISOString().slice(0, 16).replace('T', ' ')
  return `it shows ${minute} UTC, and no record is newer`
}

async function signingKeys(database: Pick<LookedAtDatabase, 'read'>, now: Date): Promise<string> {
  const [row] = await database.read<{ count: number; lost: number }>(sql`
    select (select count(*) from signing_keys) as count, (select count(*) from tokens t
      where t.kind = 'api' and t.expires_at > ${now.getTime()}
        and not exists (select 1 from signing_keys k where k.id = t.signing_key_id)) as lost`)
  const { count, lost } = { count: Number(row?.count), lost: Number(row?.lost) }
  const keys =
    count === 0
      ? 'none, as in a copy made by markport backup; the next start makes one'
      : counted(count, 'key')
  if (lost === 0) return keys
  throw wrong(
    `${keys}; ${counted(lost, 'token')} that had not expired in the backup ${lost === 1 ? 'is' : 'are'} refused`,
    'Run markport token list, and create another in place of each that is still used.',
  )
}
