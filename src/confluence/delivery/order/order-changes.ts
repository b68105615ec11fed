/** Transactions that note under which pages the order must be checked. @module */
import { query, type Transaction } from '../../../store/database.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { unsettle } from '../records/unsettled.ts'

export interface OrderPlace {
  readonly spaceId: number
  readonly parentId: string
}

/**
 * Note a parent whose children must be ordered.
 * @param now In milliseconds.
 * @param isNeeded An SQL condition.
 */
export function noteOrder(
  { spaceId, parentId }: OrderPlace,
  now: number,
  isNeeded: Statement,
): Statement {
  return sql`
    insert into remote_orders (space_id, parent_id, notes, noted_at, lease_until, tries)
    select cast(${spaceId} as bigint), ${parentId}, 1, cast(${now} as bigint), 0, 0
    where ${isNeeded}
    on conflict (space_id, parent_id) do update
    set notes = remote_orders.notes + 1, noted_at = excluded.noted_at, tries = 0`
}

export const askForOrder: Transaction<OrderPlace & { now: number }, void> = function* (input) {
  yield* query(noteOrder(input, input.now, sql`1 = 1`))
}

export interface TakenOrder extends OrderPlace {
  /** Count of notes, which detects new ones. */
  readonly notes: number
  readonly tries: number
  /** In milliseconds. */
  readonly notedAt: number
}

interface TakeInput extends OrderPlace {
  readonly now: number
  readonly leaseUntil: number
}

export const takeOrder: Transaction<TakeInput, TakenOrder | undefined> = function* (input) {
  const { spaceId, parentId } = input
  const [row] = yield* query<{ notes: number; tries: number; noted_at: number }>(sql`
    update remote_orders set lease_until = ${input.leaseUntil}
    where ${isAt(input)} and lease_until <= ${input.now} returning notes, tries, noted_at`)
  return row && { spaceId, parentId, notes: row.notes, tries: row.tries, notedAt: row.noted_at }
}

export const endOrder: Transaction<TakenOrder, boolean> = function* (input) {
  const rows = yield* query(sql`
    delete from remote_orders where ${isAt(input)} and notes = ${input.notes} returning notes`)
  if (rows.length === 0) {
    yield* query(sql`update remote_orders set lease_until = 0 where ${isAt(input)}`)
  }
  return rows.length > 0
}

export const postponeOrder: Transaction<OrderPlace & { until: number }, void> = function* (input) {
  yield* query(sql`
    update remote_orders set lease_until = ${input.until}, tries = tries + 1 where ${isAt(input)}`)
}

/** Mark a page whose move may still arrive late. */
export const unsettlePage: Transaction<
  { readonly spaceId: number; readonly pageId: string; readonly now: number },
  void
> = function* ({ now, ...page }) {
  yield* query(unsettle(page, now))
}

function isAt({ spaceId, parentId }: OrderPlace): Statement {
  return sql`space_id = ${spaceId} and parent_id = ${parentId}`
}
