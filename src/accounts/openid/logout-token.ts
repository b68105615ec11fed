/** Validates logout tokens: https://openid.net/specs/openid-connect-backchannel-1_0.html @module */
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import { RequestError } from '../../contract/errors.ts'
import type { Clock } from '../clock.ts'
import { boundedFetch, requestTimeoutSeconds } from './bounded-fetch.ts'
import { toSessionName } from './identity-claims.ts'

export interface ProviderLogout {
  readonly issuer: string
  readonly subject: string | null
  readonly session: string | null
  readonly tokenId: string
  /** After this its age refuses the token, so its id can be forgotten. */
  readonly endsAt: Date
}

export interface ProviderKeys {
  readonly jwks_uri?: string | undefined
  readonly id_token_signing_alg_values_supported?: readonly string[] | undefined
}

/** @throws {RequestError} `bad-request` for an invalid token; the cause says why. */
export type ReadLogoutToken = (token: string) => Promise<ProviderLogout>

const eventName = 'http://schemas.openid.net/event/backchannel-logout'
const maxClockSkewSeconds = 60
/** Providers send tokens at once, so an older one was intercepted or replayed. */
const maxAgeSeconds = 600
/** Anyone can send tokens with unknown key ids, so limit how often keys are reloaded. */
const keysCooldownMs = 5_000
/** How long a withdrawn key is still accepted. */
const keysMaxAgeMs = 60_000
const types: readonly unknown[] = [undefined, 'JWT', 'logout+jwt']

export function logoutTokenReader(
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
  findKeys: () => Promise<ProviderKeys>,
  clock: Clock,
): ReadLogoutToken {
  let cachedKeys: { readonly address: string; readonly keys: ReturnType<typeof keysAt> } | undefined
  return async (token) => {
    try {
      const { jwks_uri: address, id_token_signing_alg_values_supported: algorithms } =
        await findKeys()
      if (address === undefined) throw new TypeError('the provider names no jwks_uri')
      if (cachedKeys?.address !== address) cachedKeys = { address, keys: keysAt(address) }
      const { payload, protectedHeader } = await jwtVerify(token, cachedKeys.keys, {
        issuer,
        audience: clientId,
        algorithms: (algorithms ?? ['RS256']).filter(isOfPublicKey),
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
        currentDate: clock(),
        clockTolerance: maxClockSkewSeconds,
        maxTokenAge: maxAgeSeconds,
      })
      if (!types.includes(protectedHeader.typ)) throw new TypeError('it is a token of another kind')
      return toLogout(issuer, payload)
    } catch (cause) {
      throw new RequestError('bad-request', 'The logout token is not valid.', { cause })
    }
  }
}

/** With symmetric algorithms, everybody who has the client secret could sign. */
function isOfPublicKey(algorithm: string): boolean {
  return /^(?:(?:RS|PS|ES)\d{3}|EdDSA|Ed25519)$/.test(algorithm)
}

function keysAt(address: string) {
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: requestTimeoutSeconds * 1000,
    cooldownDuration: keysCooldownMs,
    cacheMaxAge: keysMaxAgeMs,
    [customFetch]: (url, options) => boundedFetch(url, options),
  })
}

/** Distinguishes a logout token from an ID token (§2.4, §2.6). */
function toLogout(issuer: string, claims: JWTPayload): ProviderLogout {
  const { events, jti, exp } = claims
  const event = (events as Readonly<Record<string, unknown>> | null)?.[eventName]
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    throw new TypeError('it names no logout event')
  }
  if ('nonce' in claims) throw new TypeError('it has a nonce')
  const [subject, session] = [toSessionName(claims.sub), toSessionName(claims.sid)]
  if (subject === null && session === null) throw new TypeError('it names neither sub nor sid')
  const isMeantFor = (claim: unknown, claimed: string | null): boolean =>
    claim === undefined || claimed !== null
  if (!isMeantFor(claims.sub, subject) || !isMeantFor(claims.sid, session)) {
    throw new TypeError('its sub or sid is none')
  }
  if (typeof jti !== 'string' || jti === '') throw new TypeError('its jti is none')
  const endsAt = new Date(((exp as number) + maxClockSkewSeconds) * 1000)
  return { issuer, subject, session, tokenId: jti, endsAt }
}
