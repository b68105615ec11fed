/** Which columns of the store hold secrets that the service must read again. @module */

export interface SecretColumn {
  readonly table: SecretTable
  readonly column: string
  /** The column of the key of a row. */
  readonly id: string
}

export type SecretTable = 'signing_keys' | 'second_factor_secrets' | 'webhook_secrets'

/**
 * One row for each: with a key of the operator's they are encrypted, and no backup holds them. What is
 * only compared is kept as a hash, and is no matter of this table.
 */
export const secretColumns: readonly SecretColumn[] = [
  { table: 'signing_keys', column: 'secret', id: 'id' },
  { table: 'second_factor_secrets', column: 'secret', id: 'user_id' },
  { table: 'webhook_secrets', column: 'secret', id: 'webhook_id' },
]
