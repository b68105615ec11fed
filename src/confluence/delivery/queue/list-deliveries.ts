/** Lists imports into Confluence for people: running ones, and the latest. @module */
import type { Database } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'

export interface OpenDelivery {
  readonly title: string
  readonly isWritten: boolean
  readonly startedAt: Date
  readonly tries: number
  /** Problem of the last try; empty for none. */
  readonly problem: string
}

/** List the running imports of a space, the oldest first. */
export async function listOpenDeliveries(
  database: Database,
  spaceId: string,
  limit: number,
): Promise<OpenDelivery[]> {
  const rows = await database.read<DeliveryRow>(sql`
    select entry, state, created_at, tries, problem from deliveries
    where space_id = ${Number(spaceId)} and state <> 'finished'
    order by created_at, title_key limit ${limit}`)
  return rows.map((row) => ({
    title: (JSON.parse(row.entry) as { title: string }).title,
    isWritten: row.state === 'written',
    startedAt: new Date(row.created_at),
    tries: row.tries,
    problem: row.problem,
  }))
}

interface DeliveryRow {
  readonly entry: string
  readonly state: 'recorded' | 'made' | 'written'
  readonly created_at: number
  readonly tries: number
  readonly problem: string
}

export async function countTroubledDeliveries(database: Database): Promise<number> {
  const [row] = await database.read<{ count: number }>(sql`
    select count(*) as count from deliveries where state <> 'finished' and problem <> ''`)
  return Number(row?.count ?? 0)
}

export interface ConnectionActivity {
  readonly spaceId: string
  readonly open: number
  readonly lastAt: Date | undefined
}

export async function readConnectionActivity(
  database: Database,
  spaceId: string,
): Promise<ConnectionActivity> {
  const id = Number(spaceId)
  const [row] = await database.read<ActivityRow>(sql`
    select (select count(*) from deliveries where space_id = ${id} and state <> 'finished') as open,
      (select max(updated_at) from remote_pages where space_id = ${id}) as last_at`)
  const { open = 0, last_at: lastAt = null } = row ?? {}
  return {
    spaceId,
    open: Number(open),
    lastAt: lastAt === null ? undefined : new Date(Number(lastAt)),
  }
}

interface ActivityRow {
  readonly open: number | string
  readonly last_at: number | string | null
}
