/** The transactions that make and use one-time links. @module */
import { bounds } from '../../base/bounds.ts'
import { RequestError } from '../../contract/errors.ts'
import { query, queryAll, type Transaction, type TransactionBody } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { makeRoom } from '../../database/within-bound.ts'
import { type AuditStamp, auditRecord } from '../audit.ts'
import { endSessionsOf } from '../sessions/session-changes.ts'
import { type DeletedToken, deletionRecord } from '../tokens/api-token-changes.ts'
import { forgetDevicesOf } from './known-devices.ts'

export interface PasswordOwner {
  readonly userId: number
  readonly userName: string
}

interface NewLink extends AuditStamp {
  readonly userId: number
  readonly codeHash: string
  readonly expiresAtMs: number
}

export const insertOneTimeLink: Transaction<NewLink, void> = function* (input, dialect) {
  const [user] = yield* query<{ name: string }>(
    sql`select name from users where id = ${input.userId} and disabled_at is null
      ${dialect.forUpdate}`,
  )
  if (user === undefined) {
    throw new RequestError('not-found', 'There is no enabled user with this id.')
  }
  yield* query(sql`delete from one_time_links where expires_at <= ${input.atMs}`)
  yield* query(
    makeRoom({
      table: sql`one_time_links`,
      key: sql`code_hash`,
      bound: bounds.oneTimeLinks,
      condition: sql`user_id = ${input.userId}`,
      order: sql`created_at desc, code_hash`,
    }),
  )
  yield* query(sql`
    insert into one_time_links (code_hash, user_id, created_at, expires_at)
    values (${input.codeHash}, ${input.userId}, ${input.atMs}, ${input.expiresAtMs})`)
  yield* query(auditRecord(input, 'one-time-link-create', user.name, { userId: input.userId }))
}

interface UseLink extends AuditStamp {
  readonly codeHash: string
  readonly passwordHash: string
  readonly tokenAuditIds: readonly number[] | null
}

export const useOneTimeLink: Transaction<UseLink, PasswordOwner> = function* (input) {
  const [link] = yield* query<{ user_id: number }>(sql`
    delete from one_time_links
    where code_hash = ${input.codeHash} and expires_at > ${input.atMs} returning user_id`)
  if (link === undefined) throw noSuchLink()
  const [user] = yield* query<{ name: string }>(sql`
    update users set password_hash = ${input.passwordHash}
    where id = ${link.user_id} and disabled_at is null returning name`)
  if (user === undefined) throw noSuchLink()
  yield* query(sql`delete from one_time_links where user_id = ${link.user_id}`)
  // Whoever signed in with the old password is signed out.
  yield* query(endSessionsOf(link.user_id))
  yield* query(forgetDevicesOf(link.user_id))
  yield* query(auditRecord(input, 'one-time-link-use', user.name, { userId: link.user_id }))
  const { tokenAuditIds } = input
  if (tokenAuditIds !== null) yield* deleteTokensOf(link.user_id, input, tokenAuditIds)
  return { userId: link.user_id, userName: user.name }
}

interface UseLinkToSignIn extends Omit<AuditStamp, 'actor'> {
  readonly codeHash: string
  readonly address: string
}

export const useLinkOfAdministrator: Transaction<UseLinkToSignIn, PasswordOwner> = function* (
  input,
) {
  const [link] = yield* query<{ user_id: number }>(sql`
    delete from one_time_links
    where code_hash = ${input.codeHash} and expires_at > ${input.atMs} returning user_id`)
  const [user] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users
    where id = ${link?.user_id ?? 0} and disabled_at is null and is_administrator = 1`)
  if (user === undefined) throw noSuchLink()
  yield* query(sql`delete from one_time_links where user_id = ${user.id}`)
  const actor = { name: user.name, address: input.address }
  yield* query(
    auditRecord({ ...input, actor }, 'one-time-link-use', user.name, { userId: user.id }),
  )
  return { userId: user.id, userName: user.name }
}

export function noSuchLink(): RequestError {
  return new RequestError(
    'not-found',
    'This link has been used, has expired or never was one. Ask an administrator for another.',
  )
}

/**
 * Delete the API tokens and host tokens of a user, with an audit record for each.
 * @param auditIds Some more than there were tokens, because tokens may be made meanwhile.
 */
function* deleteTokensOf(
  userId: number,
  stamp: Omit<AuditStamp, 'auditId'>,
  auditIds: readonly number[],
): TransactionBody<void> {
  const { atMs, actor } = stamp
  const deleted = yield* query<DeletedToken>(sql`
    delete from tokens where owner_id = ${userId} and expires_at > ${atMs}
    returning id, kind, name`)
  if (deleted.length > auditIds.length) {
    throw new RequestError('unavailable', 'Tokens are being made at the moment. Try again.', {
      retryAfterSeconds: 1,
    })
  }
  const left = [...auditIds]
  const next = (): AuditStamp => ({ auditId: left.pop() as number, atMs, actor })
  if (deleted.length > 0) yield* queryAll(deleted.map((token) => deletionRecord(next(), token)))
}
