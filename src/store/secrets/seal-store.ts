/** Encrypts a store's secrets with the newest key, and checks the keys. @module */
import { type Database, query, type Transaction } from '../database.ts'
import type { Statement } from '../sql.ts'
import {
  isSealedByNewest,
  openSecret,
  type SecretColumn,
  sealSecret,
  secretColumns,
} from './sealed-text.ts'

/** @throws {StoreError} When none of the keys opens a secret. */
export async function sealStore(database: Database): Promise<void> {
  const { secretKeys: keys } = database
  for (const [index, { table }] of secretColumns.entries()) {
    const rows = await database.read<SecretRow>(selectSecrets(index))
    for (const { id, secret: before } of rows) {
      if (isSealedByNewest(keys, before)) continue
      const place = { table, rowId: id }
      const after = sealSecret(keys, place, openSecret(keys, place, before))
      if (after !== before) await database.write(replaceSecret, { index, id, before, after })
    }
  }
}

interface SecretRow {
  readonly id: string | number
  readonly secret: string
}

interface ReplacedSecret {
  readonly index: number
  readonly id: string | number
  readonly before: string
  readonly after: string
}

export const replaceSecret: Transaction<ReplacedSecret, void> = function* (input) {
  const { table, column, id } = columnAt(input.index)
  yield* query({
    parts: [`update ${table} set ${column} = `, ` where ${id} = `, ` and ${column} = `, ''],
    values: [input.after, input.id, input.before],
  })
}

function selectSecrets(index: number): Statement {
  const { table, column, id } = columnAt(index)
  return { parts: [`select ${id} as id, ${column} as secret from ${table}`], values: [] }
}

/** Column names cannot be parameters; these are constants. */
function columnAt(index: number): SecretColumn {
  const column = secretColumns[index]
  if (column === undefined) throw new RangeError('there is no such secret column')
  return column
}
