/** Ends all tokens of a user at once, as a part of another transaction. @module */
import { type Dialect, query, queryAll, type TransactionBody } from '../database/database.ts'
import { reserveIds } from '../database/ids.ts'
import { type Statement, sql } from '../database/sql.ts'
import { type AuditStamp, auditRecord } from './audit.ts'

interface TokenRow {
  readonly id: number
  readonly name: string
}

/**
 * Delete the API tokens and host tokens of a user, with a record for each.
 * @param userId The user.
 * @param stamp Who does it and when.
 * @param dialect The engine's.
 */
export function* deleteTokensOf(
  userId: number,
  stamp: Omit<AuditStamp, 'auditId'>,
  dialect: Dialect,
): TransactionBody<void> {
  const { atMs, actor } = stamp
  const live = sql`owner_id = ${userId} and expires_at > ${atMs} returning id, name`
  const apiTokens = yield* query<TokenRow>(sql`delete from api_tokens where ${live}`)
  const hostTokens = yield* query<TokenRow>(sql`delete from host_tokens where ${live}`)
  const count = apiTokens.length + hostTokens.length
  if (count === 0) return
  // How many there are is known only in here, so the ids of the records are reserved in here as well.
  let auditId = (yield* reserveIds.body({ count }, dialect)) - count
  const next = (): AuditStamp => ({ auditId: auditId++, atMs, actor })
  const records: Statement[] = [
    ...apiTokens.map(({ id, name }) =>
      auditRecord(next(), 'api-token-delete', name, { apiTokenId: id }),
    ),
    ...hostTokens.map(({ id, name }) =>
      auditRecord(next(), 'host-token-delete', name, { hostTokenId: id }),
    ),
  ]
  yield* queryAll(records)
}
