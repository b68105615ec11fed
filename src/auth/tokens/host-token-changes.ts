/** The transactions that create and delete host tokens. @module */
import { bounds } from '../../base/bounds.ts'
import { RequestError } from '../../base/errors.ts'
import { query, queryAll, type Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { keepsBounds, refuseBeyond } from '../../database/within-bound.ts'
import { type AuditStamp, auditRecord } from '../audit.ts'
import { allowedSpaces } from './allowed-spaces.ts'
import { nameTaken, ownerNotFound } from './token-input.ts'

export interface NewHostToken extends AuditStamp {
  readonly id: number
  readonly hash: string
  readonly name: string
  readonly ownerKey: string
  readonly expiresAtMs: number
  readonly spaces: readonly string[] | null
}

/** Returns the owner's name and the keys of the spaces as stored. */
export const insertHostToken: Transaction<
  NewHostToken,
  { owner: string; spaces: readonly string[] | null }
> = function* (input, dialect) {
  const [owner] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users where name_key = ${input.ownerKey} and disabled_at is null
    ${dialect.forUpdate}`)
  if (owner === undefined) throw ownerNotFound(input.ownerKey)
  const spaces = input.spaces && (yield* allowedSpaces(input.spaces, owner, 'read'))
  const shares = [{ bound: bounds.hostTokens, rows: sql`host_tokens where owner_id = ${owner.id}` }]
  const inserted = yield* query(sql`
    insert into host_tokens (id, hash, name, owner_id, created_at, expires_at, has_all_spaces)
    select cast(${input.id} as bigint), ${input.hash}, ${input.name}, cast(${owner.id} as bigint),
      cast(${input.atMs} as bigint), cast(${input.expiresAtMs} as bigint),
      cast(${spaces === null ? 1 : 0} as bigint)
    where ${keepsBounds(shares)}
    on conflict (name) do nothing returning id`)
  if (inserted.length === 0) {
    yield* refuseBeyond(shares)
    throw nameTaken('a host token', input.name)
  }
  const keys = spaces?.map(({ key }) => key)
  yield* queryAll([
    ...(spaces ?? []).map(
      ({ id }) => sql`
        insert into host_token_spaces (host_token_id, space_id) values (${input.id}, ${id})`,
    ),
    auditRecord(input, 'host-token-create', input.name, {
      hostTokenId: input.id,
      owner: owner.name,
      expiresAt: input.expiresAtMs,
      ...(keys && { spaces: keys.join(' ') }),
    }),
  ])
  return { owner: owner.name, spaces: keys ?? null }
}

export const deleteHostToken: Transaction<AuditStamp & { id: number }, void> = function* (input) {
  const [row] = yield* query<{ name: string }>(
    sql`delete from host_tokens where id = ${input.id} returning name`,
  )
  if (row === undefined) {
    throw new RequestError(
      'not-found',
      'There is no token with this id. "markport token list" shows those there are.',
    )
  }
  yield* query(auditRecord(input, 'host-token-delete', row.name, { hostTokenId: input.id }))
}
