/** The client of the OpenID provider, with authorization code and PKCE. @module */
import * as openid from 'openid-client'
import { addressProblem } from '../../contract/base/hosts.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Clock } from '../audit.ts'
import type { Claims } from './identity-sign-in.ts'

export interface OpenIdClient {
  /** HTTPS, or an address on this machine. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly isAskingForGroups: boolean
}

export interface SignInFlow {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export interface OpenIdProvider extends ReturnType<typeof openIdProvider> {}

const metadataLifetimeMs = 60 * 60 * 1000
/** After a failure, visitors get an error for this long without another request. */
const retryAfterMs = 5_000
const maxClockSkewSeconds = 60

export function openIdProvider(client: OpenIdClient, clock: Clock) {
  const { name } = client
  let metadata: openid.ServerMetadata | undefined
  let askAgainMs = Number.NEGATIVE_INFINITY
  let asking: Promise<openid.ServerMetadata> | undefined
  const ask = async (): Promise<openid.ServerMetadata> => {
    let lifetimeMs = retryAfterMs
    try {
      metadata = await discoverProvider(client)
      lifetimeMs = metadataLifetimeMs
    } catch (error) {
      // What was known stays in use.
      if (metadata === undefined) throw error
    } finally {
      askAgainMs = clock().getTime() + lifetimeMs
    }
    return metadata
  }
  const configure = async (): Promise<openid.Configuration> => {
    const now = clock().getTime()
    // An answer, or a failure, holds until it is time to ask again.
    if (asking === undefined || now >= askAgainMs) {
      askAgainMs = Number.POSITIVE_INFINITY
      asking = ask()
    }
    return configurationOf(client, await asking)
  }
  return {
    name,
    /** @throws {RequestError} `unavailable` when the provider cannot be reached. */
    async beginAddress(
      { state, nonce, codeVerifier }: SignInFlow,
      returnTo: string,
    ): Promise<string> {
      const configuration = await configure().catch((error) => {
        throw unavailable(name, error)
      })
      const address = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: returnTo,
        scope: scopeOf(client, configuration.serverMetadata()),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return webAddress(address).href
    },
    /** @throws {RequestError} `bad-request` or `unavailable`; the cause says why. */
    async finish(callback: URL, { state, nonce, codeVerifier }: SignInFlow): Promise<Claims> {
      try {
        const claims = await exchange(await configure(), callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        assertNotFromFuture(claims, clock())
        return claims
      } catch (error) {
        throw isOutOfReach(error) ? unavailable(name, error) : notConfirmed(name, error)
      }
    },
  }
}

/**
 * @param noteDate Called with the answer's `Date` header.
 * @throws {TypeError} When an address is missing, or is neither HTTPS nor on this machine.
 */
export async function discoverProvider(
  { issuer, clientId }: OpenIdClient,
  noteDate?: (date: string | null) => void,
): Promise<openid.ServerMetadata> {
  const configuration = await openid.discovery(new URL(issuer), clientId, undefined, undefined, {
    timeout: requestTimeoutSeconds,
    execute: insecureExtensions(issuer),
    [openid.customFetch]: async (url, options) => {
      const response = await boundedFetch(url, options as RequestInit)
      noteDate?.(response.headers.get('date'))
      return response
    },
  })
  const metadata = configuration.serverMetadata()
  if (!metadata.authorization_endpoint || !metadata.token_endpoint) {
    throw new TypeError('the provider names no authorization_endpoint or no token_endpoint')
  }
  for (const name of usedAddresses) {
    const address = metadata[name]
    if (address === undefined || addressProblem(address) === undefined) continue
    throw new TypeError(`the provider names a ${name} without https`)
  }
  return metadata
}

/** These addresses must use HTTPS. */
const usedAddresses = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
] as const

/** Made for each use, so that rotated and withdrawn keys take effect. */
function configurationOf(
  { issuer, clientId, clientSecret }: OpenIdClient,
  metadata: openid.ServerMetadata,
): openid.Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported
  // Discovery 1.0 §3: Basic is the default.
  const isBasic = methods === undefined || methods.includes('client_secret_basic')
  const authentication = isBasic ? openid.ClientSecretBasic : openid.ClientSecretPost
  const configuration = new openid.Configuration(
    metadata,
    clientId,
    { [openid.clockTolerance]: maxClockSkewSeconds },
    authentication(clientSecret),
  )
  configuration.timeout = requestTimeoutSeconds
  configuration[openid.customFetch] = (url, options) => boundedFetch(url, options as RequestInit)
  for (const extension of insecureExtensions(issuer)) extension(configuration)
  openid.enableNonRepudiationChecks(configuration)
  return configuration
}

function insecureExtensions(issuer: string): ((configuration: openid.Configuration) => void)[] {
  return issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []
}

function scopeOf({ isAskingForGroups }: OpenIdClient, metadata: openid.ServerMetadata): string {
  const hasGroups = isAskingForGroups && metadata.scopes_supported?.includes('groups')
  return hasGroups ? 'openid profile email groups' : 'openid profile email'
}

async function exchange(
  configuration: openid.Configuration,
  callback: URL,
  checks: openid.AuthorizationCodeGrantChecks,
): Promise<Claims> {
  const tokens = await openid.authorizationCodeGrant(configuration, callback, checks)
  const claims = tokens.claims() as Claims
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  // Many providers send names and groups only here; the signed claims win.
  const userInfo = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return { ...userInfo, ...claims }
}

function assertNotFromFuture({ iat }: Claims, now: Date): void {
  if (typeof iat === 'number' && iat <= now.getTime() / 1000 + maxClockSkewSeconds) return
  throw new TypeError('the iat of the ID token is in the future')
}

function webAddress(address: URL): URL {
  if (/^https?:$/.test(address.protocol)) return address
  throw new TypeError('the provider names an address that is none of the web')
}

function isOutOfReach(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (cause instanceof Response) return cause.status >= 500
  return (
    code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')
  )
}

function unavailable(name: string, cause: unknown): RequestError {
  return new RequestError(
    'unavailable',
    `${name} cannot be reached at the moment. Try again in a minute.`,
    { cause, retryAfterSeconds: retryAfterMs / 1000 },
  )
}

function notConfirmed(name: string, cause: unknown): RequestError {
  const isTurnedBack =
    cause instanceof openid.AuthorizationResponseError && cause.error === 'access_denied'
  const message = isTurnedBack
    ? `You did not sign in at ${name}, or it did not let you in here.`
    : `${name} did not confirm who you are. Sign in once more.`
  return new RequestError('bad-request', message, { cause })
}

const requestTimeoutSeconds = 5
const maxAnswerBytes = 1024 * 1024

/** @throws {TypeError} Without an answer, or when it is larger than 1 MiB. */
async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  const { status, statusText, headers } = response
  const body = await readBounded(response)
  const isWithoutBody = status === 204 || status === 304
  return new Response(isWithoutBody ? null : body, { status, statusText, headers })
}

async function readBounded(response: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) throw new TypeError('the provider answered more than 1 MiB')
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
