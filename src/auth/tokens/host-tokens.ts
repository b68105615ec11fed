/** Host tokens: credentials of the wiki's API, as `Bearer` or `Basic email:token`. @module */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import type { Principal } from '../access-conditions.ts'
import { type Actor, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { nameKey } from '../user-name.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import { deleteHostToken, insertHostToken } from './host-token-changes.ts'
import { lastUseRecorder } from './last-use.ts'
import { checkTokenName, toTokenId } from './token-input.ts'
import { expiryOf, type Lifetime } from './token-lifetime.ts'

export interface HostTokenHolder extends Principal {
  readonly hostTokenId: string
  readonly tokenName: string
  readonly userName: string
  readonly isAdministrator: boolean
  readonly expiresAt: Date
}

interface NewHostTokenText extends Omit<HostToken, 'lastUsedAt'> {
  readonly token: string
}

type CreateHostToken = Lifetime & {
  readonly name: string
  readonly owner: string
  readonly spaces?: readonly string[] | undefined
  readonly createdBy: Actor
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
  list(): Promise<HostToken[]>
  /** @throws {RequestError} `not-found`. */
  delete(id: string, deletedBy: Actor): Promise<void>
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
    touch: lastUseRecorder(database, clock, 'host_tokens'),
    async create(input) {
      checkTokenName(input.name)
      const id = await ids.nextId()
      const made = await stamp(input.createdBy)
      const token = prefix + randomBytes(32).toString('base64url')
      const expiresAtMs = expiryOf(input, made.atMs)
      const { owner, spaces } = await database.write(insertHostToken, {
        ...made,
        id,
        hash: credentialHash(token),
        name: input.name,
        ownerKey: nameKey(input.owner),
        expiresAtMs,
        spaces: input.spaces ?? null,
      })
      return {
        id: String(id),
        name: input.name,
        token,
        owner,
        spaces,
        createdAt: new Date(made.atMs),
        expiresAt: new Date(expiresAtMs),
      }
    },
    list: () => listHostTokens(database),
    async delete(id, deletedBy) {
      await database.write(deleteHostToken, { ...(await stamp(deletedBy)), id: toTokenId(id) })
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
    from host_tokens t join users u on u.id = t.owner_id
    left join host_token_spaces s on s.host_token_id = t.id
    where t.hash = ${hash}`
}

interface HostToken {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly spaces: readonly string[] | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

async function listHostTokens(database: Database): Promise<HostToken[]> {
  const tokens = await database.read<TokenRow>(sql`
    select t.*, u.name as owner from host_tokens t join users u on u.id = t.owner_id
    order by t.created_at desc, t.id desc`)
  const spaces = await database.read<{ id: number; key: string }>(sql`
    select ts.host_token_id as id, s.key
    from host_token_spaces ts join spaces s on s.id = ts.space_id order by s.key_fold`)
  const keys = Map.groupBy(spaces, ({ id }) => id)
  return tokens.map((row) => ({
    id: String(row.id),
    name: row.name,
    owner: row.owner,
    spaces: row.has_all_spaces === 1 ? null : (keys.get(row.id) ?? []).map(({ key }) => key),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  }))
}

interface TokenRow {
  readonly id: number
  readonly name: string
  readonly owner: string
  readonly has_all_spaces: number
  readonly created_at: number
  readonly expires_at: number
  readonly last_used_at: number | null
}
