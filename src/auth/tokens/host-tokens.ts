/** Host tokens: credentials of the wiki's API, as `Bearer` or `Basic email:token`. @module */
import { randomBytes } from 'node:crypto'
import { bounds } from '../../base/bounds.ts'
import { type Database, query, queryAll, type Transaction } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { keepsBounds, refuseBeyond } from '../../database/within-bound.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Principal } from '../reader.ts'
import { nameKey } from '../user-name.ts'
import { keepText } from './api-tokens.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import { type Sealing, type Showing, sealingOf } from './shown-tokens.ts'
import {
  allowedSpaces,
  checkDescription,
  checkTokenName,
  expiryOf,
  keepToSpaces,
  type Lifetime,
  nameTaken,
  ownerNotFound,
} from './token-input.ts'
import { findMadeToken, lastUseRecorder, type MadeToken } from './tokens.ts'

export interface HostTokenHolder extends Principal {
  readonly hostTokenId: string
  readonly tokenName: string
  readonly userName: string
  readonly isAdministrator: boolean
  readonly expiresAt: Date
}

interface NewHostTokenText extends MadeToken {
  readonly token: string
}

type CreateHostToken = Lifetime & {
  readonly name: string
  readonly description?: string
  readonly owner: string
  readonly spaces?: readonly string[] | undefined
  readonly createdBy: Actor
  /** Who sees its text again; without it, nobody. */
  readonly showing?: Showing | undefined
}

export interface HostTokens {
  /**
   * @param authorization The values of the `Authorization` header.
   * @throws {RequestError} `unauthorized` for everything but a live host token.
   */
  authenticate(authorization: readonly string[]): Promise<HostTokenHolder>
  /** Note the use of a token; never rejects. */
  touch(hostTokenId: string): Promise<void>
  /**
   * @throws {RequestError} `bad-request` (also for spaces), `already-exists` or `not-found` (the
   * owner).
   */
  create(input: CreateHostToken): Promise<NewHostTokenText>
}

/** Distinguishes host tokens from API tokens, also for scanners of leaked credentials. */
const prefix = 'mph_'

/** Some clients support only one of the schemes. */
export const hostTokenChallenge = 'Bearer realm="markport", Basic realm="markport"'

export function carriesHostToken(authorization: readonly string[]): boolean {
  return authorization.some((value) => {
    const [, scheme = '', text = ''] = /^(\w+) +(.*)$/.exec(value) ?? []
    const decoded = Buffer.from(text, 'base64').toString('utf8')
    return (scheme.toLowerCase() === 'basic' ? decoded.replace(/^.*?:/s, '') : text).startsWith(
      prefix,
    )
  })
}

export function hostTokens(database: Database, ids: IdAllocator, clock: Clock): HostTokens {
  const stamp = auditStamps(ids, clock)
  return {
    authenticate: (authorization) => authenticate(database, clock, authorization),
    touch: lastUseRecorder(database, clock),
    async create(input) {
      checkTokenName(input.name)
      const id = await ids.nextId()
      const made = await stamp(input.createdBy)
      const token = prefix + randomBytes(32).toString('base64url')
      await database.write(insertHostToken, {
        ...made,
        id,
        text: token,
        name: input.name,
        description: checkDescription(input.description ?? ''),
        ownerKey: nameKey(input.owner),
        expiresAtMs: expiryOf(input, made.atMs),
        spaces: input.spaces ?? null,
        sealing: input.showing === undefined ? null : sealingOf(input.showing, made.atMs),
      })
      return { ...(await findMadeToken(database, id)), token }
    },
  }
}

async function authenticate(
  database: Database,
  clock: Clock,
  authorization: readonly string[],
): Promise<HostTokenHolder> {
  const { email, token } = parseCredential(authorization)
  if (!token.startsWith(prefix)) {
    throw unauthorized(
      `The wiki's API takes a host token, which starts with ${prefix}. Create one with "markport token create NAME --host".`,
    )
  }
  const rows = await database.read<HolderRow>(holderOf(credentialHash(token)))
  const [row] = rows
  if (row === undefined || row.disabled_at !== null) {
    throw unauthorized('This host token is not known: it was deleted. Create a new one.')
  }
  if (row.expires_at <= clock().getTime()) {
    throw unauthorized('This host token has expired. Create a new one.')
  }
  if (email !== undefined && email.toLowerCase() !== row.email.toLowerCase()) {
    throw unauthorized('The e-mail address is not that of the owner of this host token.')
  }
  return {
    hostTokenId: String(row.id),
    tokenName: row.name,
    spaceIds: row.has_all_spaces === 1 ? undefined : rows.flatMap(({ space_id: id }) => id ?? []),
    userId: row.user_id,
    userName: row.user_name,
    isAdministrator: row.is_administrator === 1,
    expiresAt: new Date(row.expires_at),
  }
}

function parseCredential(authorization: readonly string[]): { email?: string; token: string } {
  const { scheme, value } = parseAuthorization(authorization)
  if (scheme === 'bearer') return { token: value }
  const text = scheme === 'basic' ? Buffer.from(value, 'base64').toString('utf8') : ''
  const colon = text.indexOf(':')
  if (colon < 0) {
    throw unauthorized('Send "Authorization: Bearer <token>", or Basic with <email>:<token>.')
  }
  return { email: text.slice(0, colon), token: text.slice(colon + 1) }
}

/** One row for each space of the token; a token for all spaces has one row. */
interface HolderRow {
  readonly id: number
  readonly name: string
  readonly has_all_spaces: number
  readonly space_id: number | null
  readonly expires_at: number
  readonly user_id: number
  readonly user_name: string
  readonly email: string
  readonly is_administrator: number
  readonly disabled_at: number | null
}

function holderOf(hash: string) {
  return sql`
    select t.id, t.name, t.expires_at, t.has_all_spaces, s.space_id, u.id as user_id,
      u.name as user_name, u.email, u.is_administrator, u.disabled_at
    from tokens t join users u on u.id = t.owner_id
    left join token_spaces s on s.token_id = t.id
    where t.hash = ${hash} and t.kind = 'host'`
}

interface NewHostToken extends AuditStamp {
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
