/** The transaction that creates host tokens. @module */
import { bounds } from '../../base/bounds.ts'
import { query, queryAll, type Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { keepsBounds, refuseBeyond } from '../../database/within-bound.ts'
import { type AuditStamp, auditRecord } from '../audit.ts'
import { allowedSpaces, keepToSpaces } from './allowed-spaces.ts'
import { keepText } from './api-token-changes.ts'
import { credentialHash } from './authorization.ts'
import type { Sealing } from './shown-tokens.ts'
import { nameTaken, ownerNotFound } from './token-input.ts'

export interface NewHostToken extends AuditStamp {
  readonly id: number
  readonly text: string
  readonly name: string
  readonly description: string
  readonly ownerKey: string
  readonly expiresAtMs: number
  readonly spaces: readonly string[] | null
  /** Null where nobody will look at its text again. */
  readonly sealing: Sealing | null
}

export const insertHostToken: Transaction<NewHostToken, void> = function* (input, dialect) {
  const [owner] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users where name_key = ${input.ownerKey} and disabled_at is null
    ${dialect.forUpdate}`)
  if (owner === undefined) throw ownerNotFound(input.ownerKey)
  const spaces = input.spaces && (yield* allowedSpaces(input.spaces, owner, 'read'))
  const shares = [
    { bound: bounds.hostTokens, rows: sql`tokens where owner_id = ${owner.id} and kind = 'host'` },
  ]
  const inserted = yield* query(sql`
    insert into tokens (id, kind, hash, name, description, owner_id, created_at, expires_at,
      has_all_spaces)
    select cast(${input.id} as bigint), 'host', ${credentialHash(input.text)}, ${input.name},
      ${input.description}, cast(${owner.id} as bigint), cast(${input.atMs} as bigint), cast(${input.expiresAtMs} as bigint),
      cast(${spaces === null ? 1 : 0} as bigint)
    where ${keepsBounds(shares)}
    on conflict (kind, name) do nothing returning id`)
  if (inserted.length === 0) {
    yield* refuseBeyond(shares)
    throw nameTaken('a host token', input.name)
  }
  const keys = spaces?.map(({ key }) => key)
  yield* queryAll([
    ...keepToSpaces(input.id, spaces),
    ...keepText(input, input.text),
    auditRecord(input, 'host-token-create', input.name, {
      hostTokenId: input.id,
      owner: owner.name,
      expiresAt: input.expiresAtMs,
      ...(keys && { spaces: keys.join(' ') }),
    }),
  ])
}
