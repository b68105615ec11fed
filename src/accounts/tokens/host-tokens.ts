/** Host tokens for the wiki's API, as `Bearer` or `Basic email:token`. @module */
import type { Database } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import type { Clock } from '../clock.ts'
import type { Principal } from '../reader.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import { type CreateToken, type TokenText, tokenMaker } from './make-tokens.ts'
import { hostTokenPrefix } from './token-input.ts'
import { lastUseRecorder } from './tokens.ts'

export interface HostTokenHolder extends Principal {
  readonly hostTokenId: string
  readonly tokenName: string
  readonly userName: string
  readonly isAdministrator: boolean
  readonly expiresAt: Date
}

export interface HostTokens {
  /** @throws {RequestError} `unauthorized` for everything but a live host token. */
  authenticate(authorization: readonly string[]): Promise<HostTokenHolder>
  /** Never rejects. */
  touch(hostTokenId: string): Promise<void>
  /** @throws {RequestError} `bad-request`, `already-exists`, or `not-found` for owner. */
  create(input: CreateToken): Promise<TokenText>
}

/** Some clients support only one of the schemes. */
export const hostTokenChallenge = 'Bearer realm="markport", Basic realm="markport"'

export function carriesHostToken(authorization: readonly string[]): boolean {
  return authorization.some((value) => {
    const [, scheme = '', text = ''] = /^(\w+) +(.*)$/.exec(value) ?? []
    const credentials = Buffer.from(text, 'base64').toString('utf8')
    return (scheme.toLowerCase() === 'basic' ? credentials.replace(/^.*?:/s, '') : text).startsWith(
      hostTokenPrefix,
    )
  })
}

export function hostTokens(database: Database, ids: IdAllocator, clock: Clock): HostTokens {
  const maker = tokenMaker(database, ids, clock)
  return {
    authenticate: (authorization) => authenticate(database, clock, authorization),
    touch: lastUseRecorder(database, clock),
    create: (input) => maker.create('host', input),
  }
}

async function authenticate(
  database: Database,
  clock: Clock,
  authorization: readonly string[],
): Promise<HostTokenHolder> {
  const { email, token } = parseCredential(authorization)
  if (!token.startsWith(hostTokenPrefix)) {
    throw unauthorized(
      `The wiki's API takes a host token, which starts with ${hostTokenPrefix}. Create one with "markport token create NAME --host".`,
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

/** A row for each space of the token, or one row for all spaces. */
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
