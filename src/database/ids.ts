/** Hands out ids: decimal numbers, unique in the store, reserved from it a block at a time. @module */
import { type Database, defineTransaction, query, type Transaction } from './database.ts'
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
 * @param database The store that the blocks are reserved in.
 */
export function idAllocator(database: Database): IdAllocator {
  let next = 0
  let end = 0
  let reserving: Promise<void> | undefined
  const reserve = async (): Promise<void> => {
    end = await database.write(reserveIds, { count: blockSize })
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
 * @param text The caller's text.
 * @returns `undefined` for anything that cannot be an id.
 */
export function parseId(text: string): number | undefined {
  // 15 digits always fit a double exactly.
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined
}

export const reserveIds: Transaction<{ count: number }, number> = defineTransaction(
  import.meta.url,
  'reserveIds',
  function* ({ count }) {
    const [row] = yield* query<{ next_id: number }>(sql`
      insert into id_blocks (name, next_id) values ('ids', ${firstId + count})
      on conflict (name) do update set next_id = id_blocks.next_id + ${count}
      returning next_id`)
    return row?.next_id ?? 0
  },
)
