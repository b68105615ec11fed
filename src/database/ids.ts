/** Hands out ids: decimal numbers, unique in the store, reserved from it a block at a time. @module */
import { type Database, query, type Transaction } from './database.ts'
import { sql } from './sql.ts'

export interface IdAllocator {
  /** A number that no other process on this store has been or will be given. */
  nextId(): Promise<number>
}

/** A lost block leaves a gap in the numbers, so blocks are small enough not to waste them. */
const blockSize = 100
/** Ids of a fresh store start here: long enough not to be taken for a count. */
const firstId = 10_001

/**
 * Make an allocator for one process.
 *
 * A store may lose its newest commits: the standby that took over had not got them, or it was
 * restored from a backup. Ids that were handed out must not be handed out again then, to name other
 * pages. So a block is also a millisecond of the store's life: each starts at the count of
 * milliseconds since the store was made, times the size of a block, or behind the last one that
 * was reserved, whichever is later. Once the row of the last one is set back, the time has gone on,
 * and neither what is left of blocks that processes hold nor what they have handed out comes again.
 * That asks for clocks whose differences are shorter than a failover takes, for fewer than 100,000
 * ids a second, and for no replication of the reservation itself, so that its row is never locked by
 * a commit that waits for a standby. Fifteen digits last for 300 years.
 */
export function idAllocator(database: Database, clock: () => Date = () => new Date()): IdAllocator {
  let next = 0
  let end = 0
  let reserving: Promise<void> | undefined
  const reserve = async (): Promise<void> => {
    // Nor before the end of what this process was given, should its clock go back.
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

/**
 * Read an id as callers write it: decimal digits.
 * @returns `undefined` for anything that cannot be an id.
 */
export function parseId(text: string): number | undefined {
  // 15 digits always fit a double exactly.
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined
}

export interface ReserveIdsInput {
  readonly count: number
  readonly atMs: number
  /** No id of the block is smaller. */
  readonly after: number
}

/** Reserve a block, and answer its end. */
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
