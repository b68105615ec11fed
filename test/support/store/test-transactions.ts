/** Transactions that only tests use; a test that writes them opens its store by `openTestDatabase`. @module */
import { RequestError } from '../../../src/contract/errors.ts'
import {
  type Database,
  query,
  queryAll,
  queryLast,
  type Transaction,
} from '../../../src/store/database.ts'
import { type Statement, sql } from '../../../src/store/sql.ts'

export interface Setting {
  readonly name: string
  readonly value: string
}

export const addSetting: Transaction<Setting, number> = function* ({ name, value }) {
  const [, rows] = yield* queryAll([
    sql`insert into settings (name, value) values (${name}, ${value})`,
    sql`select count(*) as count from settings`,
  ])
  return Number(rows?.[0]?.count)
}

export const putSetting: Transaction<Setting, void> = function* ({ name, value }) {
  yield* query(sql`
    insert into settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`)
}

export const runUntil: Transaction<{ machineMs: number }, void> = function* ({ machineMs }) {
  while (Number(process.hrtime.bigint()) / 1e6 < machineMs) yield* query(sql`select 1`)
}

export const addThenRefuse: Transaction<Setting, void> = function* ({ name, value }) {
  yield* query(sql`insert into settings (name, value) values (${name}, ${value})`)
  throw new RequestError('not-found', 'no such thing', { field: 'name' })
}

export const increment: Transaction<{ name: string }, number> = function* ({ name }) {
  const [row] = yield* query<{ next_id: number }>(sql`
    insert into id_blocks (name, next_id) values (${name}, 1)
    on conflict (name) do update set next_id = id_blocks.next_id + 1 returning next_id`)
  return row?.next_id ?? 0
}

export const runStatement: Transaction<{ statement: Statement }, void> = function* ({ statement }) {
  yield* query(statement)
}

export function execute(database: Pick<Database, 'write'>, statement: Statement): Promise<void> {
  return database.write(runStatement, { statement })
}

export const forgetReservedIds: Transaction<{ nextId: number }, void> = function* ({ nextId }) {
  yield* query(sql`update id_blocks set next_id = ${nextId} where name = 'ids'`)
}

export const incrementAtOnce: Transaction<{ names: readonly string[] }, number[]> =
  function* incrementAtOnce({ names }) {
    const rows = yield* queryLast(
      names.map(
        (name) => sql`
          insert into id_blocks (name, next_id) values (${name}, 1)
          on conflict (name) do update set next_id = id_blocks.next_id + 1 returning next_id`,
      ),
    )
    return rows.map(([row]) => row?.next_id as number)
  }

export const addAtOnce: Transaction<Setting, void> = function* addAtOnce({ name, value }) {
  yield* queryLast([sql`insert into settings (name, value) values (${name}, ${value})`])
}

export const damageVersion: Transaction<{ pageId: number; number: number }, void> = function* ({
  pageId,
  number,
}) {
  const which = sql`page_id = ${pageId} and number = ${number}`
  const [row] = yield* query<{ packed: Uint8Array }>(
    sql`select packed from page_versions where ${which}`,
  )
  const packed = Uint8Array.from(row?.packed ?? [])
  packed[packed.length >> 1] = (packed[packed.length >> 1] ?? 0) ^ 1
  yield* query(sql`update page_versions set packed = ${packed} where ${which}`)
}

export const endDeliveryPauses: Transaction<object, void> = function* () {
  yield* query(sql`update deliveries set next_try_at = 0 where next_try_at > 0`)
  // A worker holds an order for longer than the pause between tries.
  yield* query(sql`update remote_orders set noted_at = ${Date.now() - 60_000},
    lease_until = case when lease_until > ${Date.now() + 5 * 60_000} then lease_until else 0 end`)
}

export const lapseDeliveryLeases: Transaction<object, void> = function* () {
  yield* query(sql`
    update deliveries set next_try_at = 0, lease_until = 0 `)
  yield* query(sql`update remote_orders set lease_until = 0`)
}

export const loseDeliveries: Transaction<object, void> = function* () {
  yield* query(sql`delete from deliveries`)
  yield* query(sql`delete from remote_orders`)
}
