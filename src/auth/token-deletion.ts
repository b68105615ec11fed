/** Ends all tokens of a user at once, as a part of another transaction. @module */
import { query, queryAll, type TransactionBody } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { RequestError } from '../errors.ts'
import { type AuditStamp, auditRecord } from './audit.ts'

interface TokenRow {
  readonly id: number
  readonly name: string
}

/**
 * Delete the API tokens and host tokens of a user, with a record for each.
 * @param userId The user.
 * @param stamp Who does it and when.
 * @param auditIds For the records: as many as there were tokens, and some more.
 * @throws {RequestError} `unavailable` when there are more tokens than that by now.
 */
export function* deleteTokensOf(
  userId: number,
  stamp: Omit<AuditStamp, 'auditId'>,
  auditIds: readonly number[],
): TransactionBody<void> {
  const { atMs, actor } = stamp
  const live = sql`owner_id = ${userId} and expires_at > ${atMs} returning id, name`
  const apiTokens = yield* query<TokenRow>(sql`delete from api_tokens where ${live}`)
  const hostTokens = yield* query<TokenRow>(sql`delete from host_tokens where ${live}`)
  if (apiTokens.length + hostTokens.length > auditIds.length) {
    throw new RequestError('unavailable', 'Tokens are being made at the moment. Try again.', {
      retryAfterSeconds: 1,
    })
  }
  const left = [...auditIds]
  const next = (): AuditStamp => ({ auditId: left.pop() as number, atMs, actor })
  const records: Statement[] = [
    ...apiTokens.map(({ id, name }) =>
      auditRecord(next(), 'api-token-delete', name, { apiTokenId: id }),
    ),
    ...hostTokens.map(({ id, name }) =>
      auditRecord(next(), 'host-token-delete', name, { hostTokenId: id }),
    ),
  ]
  if (records.length > 0) yield* queryAll(records)
}
