/** Host tokens for the wiki's API, as `Bearer` or `Basic email:token`. @module */
import type { AuditedStore } from '../audit.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import { type CreateToken, createToken, type TokenScope, type TokenText } from './make-tokens.ts'
import { hostTokenPrefix } from './token-input.ts'
import { type HolderRow, holderOf, lastUseRecorder, type TokenHolder, toHolder } from './tokens.ts'

export interface HostTokenHolder extends TokenHolder {
  readonly hostTokenId: string
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

export function hostTokens(store: AuditedStore) {
  const { database, clock } = store
  return {
    /** @throws {RequestError} `unauthorized` for everything but a live host token. */
    async authenticate(authorization: readonly string[]): Promise<HostTokenHolder> {
      const { email, token } = parseCredential(authorization)
      if (!token.startsWith(hostTokenPrefix)) {
        throw unauthorized(
          `The wiki's API takes a host token, which starts with ${hostTokenPrefix}. Create one with "markport token create NAME --host".`,
        )
      }
      const rows = await database.read<HolderRow>(holderOf('host', credentialHash(token)))
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
      return { ...toHolder(row, rows), hostTokenId: String(row.id) }
    },
    /** Never rejects. */
    touch: lastUseRecorder(database, clock),
    /** @throws {RequestError} `bad-request`, `already-exists`, or `not-found` for owner. */
    create: (input: Omit<CreateToken, keyof TokenScope>): Promise<TokenText> =>
      createToken(store, 'host', input),
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
