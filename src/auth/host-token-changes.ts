/** The transactions that create and delete host tokens. @module */
import { query, type Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { RequestError } from '../errors.ts'
import { type AuditStamp, auditRecord } from './audit.ts'
import { nameTaken, ownerNotFound } from './token-input.ts'

export interface NewHostToken extends AuditStamp {
  readonly id: number
  readonly hash: string
  readonly name: string
  readonly ownerKey: string
  readonly expiresAtMs: number
}

/** Returns the owner's name as the store spells it. */
export const insertHostToken: Transaction<NewHostToken, string> = function* (input) {
  const [owner] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users where name_key = ${input.ownerKey} and disabled_at is null`)
  if (owner === undefined) throw ownerNotFound(input.ownerKey)
  const inserted = yield* query(sql`
    insert into host_tokens (id, hash, name, owner_id, created_at, expires_at, last_used_at)
    values (${input.id}, ${input.hash}, ${input.name}, ${owner.id}, ${input.atMs},
      ${input.expiresAtMs}, null)
    on conflict (name) do nothing returning id`)
  if (inserted.length === 0) throw nameTaken('a host token', input.name)
  yield* query(
    auditRecord(input, 'host-token-create', input.name, {
      hostTokenId: input.id,
      owner: owner.name,
      expiresAt: input.expiresAtMs,
    }),
  )
  return owner.name
}

export const deleteHostToken: Transaction<AuditStamp & { id: number }, void> = function* (input) {
  const [row] = yield* query<{ name: string }>(
    sql`delete from host_tokens where id = ${input.id} returning name`,
  )
  if (row === undefined) {
    throw new RequestError(
      'not-found',
      'There is no host token with this id. "markport token list" shows those there are.',
    )
  }
  yield* query(auditRecord(input, 'host-token-delete', row.name, { hostTokenId: input.id }))
}
