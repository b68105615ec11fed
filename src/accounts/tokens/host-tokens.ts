/** Host tokens for the wiki's API, as `Bearer` or `Basic email:token`. @module */
import type { AuditedStore } from '../audit.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import { type CreateToken, createToken, type TokenScope, type TokenText } from './make-tokens.ts'
import { hostTokenPrefix } from './token-input.ts'
import { findPresentedToken, lastUseRecorder, type TokenHolder } from './tokens.ts'

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
      const { email, text } = parseCredential(authorization)
      if (!text.startsWith(hostTokenPrefix)) {
        throw unauthorized(
          `The wiki's API takes a host token, which starts with ${hostTokenPrefix}. Create one with "markport token create NAME --host".`,
        )
      }
      const token = await findPresentedToken(database, 'host', credentialHash(text))
      if (token === undefined || token.isOwnerDisabled) {
        throw unauthorized('This host token is not known: it was deleted. Create a new one.')
      }
      if (token.holder.expiresAt <= clock()) {
        throw unauthorized('This host token has expired. Create a new one.')
      }
      if (email !== undefined && email.toLowerCase() !== token.email.toLowerCase()) {
        throw unauthorized('The e-mail address is not that of the owner of this host token.')
      }
      return { ...token.holder, hostTokenId: token.id }
    },
    /** Never rejects. */
    touch: lastUseRecorder(database, clock),
    /** @throws {RequestError} `bad-request`, `already-exists`, or `not-found` for owner. */
    create: (input: Omit<CreateToken, keyof TokenScope>): Promise<TokenText> =>
      createToken(store, 'host', input),
  }
}

function parseCredential(authorization: readonly string[]): { email?: string; text: string } {
  const { scheme, value } = parseAuthorization(authorization)
  if (scheme === 'bearer') return { text: value }
  const pair = scheme === 'basic' ? Buffer.from(value, 'base64').toString('utf8') : ''
  const colon = pair.indexOf(':')
  if (colon < 0) {
    throw unauthorized('Send "Authorization: Bearer <token>", or Basic with <email>:<token>.')
  }
  return { email: pair.slice(0, colon), text: pair.slice(colon + 1) }
}
