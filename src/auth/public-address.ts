/** The address at which the store was last served: where the links of commands lead. @module */
import { type Database, query, type Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/**
 * Find the address.
 * @returns An address without a path; `undefined` as long as nothing has served the store.
 */
export async function findPublicAddress({
  read,
}: Pick<Database, 'read'>): Promise<string | undefined> {
  const [row] = await read<{ value: string }>(
    sql`select value from settings where name = 'public_address'`,
  )
  return row?.value
}

/** Keep the address; the last service that starts tells it. */
export const keepPublicAddress: Transaction<string, void> = function* (address) {
  yield* query(sql`
    insert into settings (name, value) values ('public_address', ${address})
    on conflict (name) do update set value = excluded.value`)
}
