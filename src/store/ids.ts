/** Hands out decimal ids, unique in the store, reserved from it in blocks. @module */
import { type Database, query, type Transaction } from './database.ts'
import { sql } from './sql.ts'

export interface IdAllocator {
  nextId(): Promise<number>
}

const blockSize = 100
/** Start high, so that nobody mistakes an id for a count. */
const firstId = 10_001

/**
 * A failover or a restored backup may lose the newest reservations, and their ids must not be used
 * again. So a block starts at the milliseconds since the store was made, times the block size, or
 * behind the last block, whichever is later. This assumes clocks that differ by less than a
 * failover takes, and fewer than 100,000 ids a second. The reservation does not wait for standbys,
 * so a commit that waits for one never locks its row. Fifteen digits last for 300 years.
 */
export function idAllocator(database: Database, clock: () => Date = () => new Date()): IdAllocator {
  let next = 0
  let end = 0
  let reserving: Promise<void> | undefined
  const reserve = async (): Promise<void> => {
    // `after` keeps ids unique in this process even when the clock goes back.
    const input = { count: blockSize, atMs: clock().getTime(), after: end }
    end = await database.write(reserveIds, input, { isLossHarmless: true })
    next = end - blockSize
  }
  return {
    async nextId() {
      while (next >= end) {
        reserving ??= reserve().finally(() => {
          reserving = undefined
        })
        await reserving
      }
      const id = next
      next += 1
      return id
    },
  }
}

export function parseId(text: string): number | undefined {
  // 15 digits always fit a double exactly.
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined
}

export interface ReserveIdsInput {
  readonly count: number
  readonly atMs: number
  readonly after: number
}

export const reserveIds: Transaction<ReserveIdsInput, number> = function* ({ count, atMs, after }) {
  const [store] = yield* query<{ made_at: number | null }>(
    sql`select min(applied_at) as made_at from migrations`,
  )
  const sinceMadeMs = Math.max(0, atMs - (store?.made_at ?? atMs))
  const start = Math.max(firstId + sinceMadeMs * blockSize, after)
  const [row] = yield* query<{ next_id: number }>(sql`
    insert into id_blocks (name, next_id) values ('ids', ${start + count})
    on conflict (name) do update set next_id = ${count} + case
      when id_blocks.next_id > ${start} then id_blocks.next_id else ${start} end
    returning next_id`)
  return row?.next_id ?? 0
}
