/**
 * JSON Web Tokens as Markport makes them: HS256 with one header shape, nothing negotiable.
 * The caller runs parse, verify and then the store, in this order, so that a refusal always names
 * the first check that failed.
 * @module
 */
import { createHmac, webcrypto } from 'node:crypto'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { JOSEError } from 'jose/errors'
import { compactVerify } from 'jose/jws/compact/verify'
import { decodeJwt } from 'jose/jwt/decode'
import { RequestError } from '../errors.ts'

export interface JwtClaims {
  /** Unique per API token. */
  readonly jti: string
  /** Name of the owner. */
  readonly sub: string
  /** Seconds since 1970. */
  readonly iat: number
  /** Seconds since 1970. */
  readonly exp: number
}

export interface SigningKey {
  readonly id: string
  readonly secret: Buffer
}

type JsonObject = Readonly<Record<string, unknown>>

export interface ParsedJwt {
  readonly header: JsonObject
  readonly payload: JsonObject
  /** The compact serialization as received. */
  readonly text: string
}

const maxJwtBytes = 8 * 1024
const maxLifetimeSeconds = 366 * 24 * 60 * 60
const maxClockSkewSeconds = 60
const jwtType = 'markport+jwt'
const algorithm = 'HS256'

/**
 * Make a signed token. Not by jose, which signs asynchronously: this is done inside a transaction of
 * the store, which waits for nothing but statements.
 * @param claims What it says.
 * @param key The key to sign with; its id becomes `kid`.
 * @returns The compact serialization.
 */
export function signJwt(claims: JwtClaims, key: SigningKey): string {
  const signedText = `${encode({ alg: algorithm, typ: jwtType, kid: key.id })}.${encode(claims)}`
  return `${signedText}.${createHmac('sha256', key.secret).update(signedText).digest('base64url')}`
}

/**
 * Parse a token's text without believing any of it.
 * @param text The compact serialization.
 * @returns Its parts.
 * @throws {RequestError} `unauthorized` when the text has not the form of an API token.
 */
export function parseJwt(text: string): ParsedJwt {
  if (text.length > maxJwtBytes) throw malformed('it is longer than 8 KiB')
  // jose passes over line ends and padding, so that one token could be spelled in many ways.
  if (!/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/.test(text)) {
    throw malformed('it is not three base64url parts joined by dots')
  }
  const { header, headerText, payload } = decode(text)
  // RFC 8725 §2.4, §3.10: two parsers may read a repeated member differently, so there is none.
  const algorithms = memberNames(headerText).filter((name) => name === 'alg').length
  if (algorithms !== 1 || typeof header.alg !== 'string') {
    throw malformed('its header must name one algorithm')
  }
  // RFC 7515 §4.1.11: what `crit` lists must be understood, and we understand no extension.
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) {
    throw malformed('its header asks for an extension that is not supported')
  }
  return { header, payload, text }
}

/**
 * Verify the signature, then the form of the claims, then the times.
 * @param parsed What `parseJwt` returned.
 * @param findKey Looks the key's id up; must be a plain look-up, never a path, query or address.
 * @param now The present.
 * @returns The claims.
 * @throws {RequestError} `forbidden` when signature or times are wrong, `unauthorized` when the
 * claims are not those of an API token.
 */
export async function verifyJwt(
  parsed: ParsedJwt,
  findKey: (id: string) => Promise<SigningKey | undefined>,
  now: Date,
): Promise<JwtClaims> {
  const { kid } = parsed.header
  const key = typeof kid === 'string' ? await findKey(kid) : undefined
  if (key === undefined || !(await isSignedWith(parsed.text, key))) {
    throw new RequestError(
      'forbidden',
      'The signature of the API token is wrong. Use the token exactly as Markport showed it, or create a new one.',
    )
  }
  const claims = checkClaims(parsed)
  checkTimes(claims, parsed.payload.nbf as number | undefined, now.getTime() / 1000)
  return claims
}

async function isSignedWith(text: string, key: SigningKey): Promise<boolean> {
  try {
    // RFC 8725 §3.1: the algorithm is ours to choose, the header may only agree.
    await compactVerify(text, await verifyingKey(key), { algorithms: [algorithm] })
    return true
  } catch (error) {
    if (error instanceof JOSEError) return false
    throw error
  }
}

/** Made once for each key: it would cost as much as the check. */
const verifyingKeys = new WeakMap<SigningKey, Promise<webcrypto.CryptoKey>>()

function verifyingKey(key: SigningKey): Promise<webcrypto.CryptoKey> {
  let made = verifyingKeys.get(key)
  if (made === undefined) {
    const use = { name: 'HMAC', hash: 'SHA-256' }
    made = webcrypto.subtle.importKey('raw', key.secret, use, false, ['verify'])
    verifyingKeys.set(key, made)
  }
  return made
}

function checkClaims({ header, payload }: ParsedJwt): JwtClaims {
  const { jti, sub, iat, exp, nbf } = payload
  if (header.typ !== jwtType) throw malformed(`its header's typ is not ${jwtType}`)
  if (!isName(jti) || !isName(sub)) throw malformed('jti and sub must be non-empty texts')
  if (!isSeconds(iat) || !isSeconds(exp)) throw malformed('iat and exp must be whole seconds')
  if (nbf !== undefined && !isSeconds(nbf)) throw malformed('nbf must be whole seconds')
  if (exp <= iat || exp - iat > maxLifetimeSeconds) {
    throw malformed('exp must be at most 366 days after iat')
  }
  return { jti, sub, iat, exp }
}

function checkTimes(claims: JwtClaims, nbf: number | undefined, nowSeconds: number): void {
  if (claims.exp <= nowSeconds) {
    throw new RequestError('forbidden', 'The API token has expired. Create a new one.')
  }
  if (claims.iat > nowSeconds + maxClockSkewSeconds || (nbf !== undefined && nbf > nowSeconds)) {
    throw new RequestError(
      'forbidden',
      'The API token is not valid yet: its time of issue is in the future. Check the clocks of the machines involved.',
    )
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A byte order mark at the start of header or payload, which jose drops and JSON refuses. */
const byteOrderMark = /^(?:[^.]*\.)?77u_/

function decode(text: string): { header: JsonObject; headerText: string; payload: JsonObject } {
  try {
    if (byteOrderMark.test(text)) throw new SyntaxError()
    const headerText = Buffer.from(text.slice(0, text.indexOf('.')), 'base64url').toString()
    return { header: { ...decodeProtectedHeader(text) }, headerText, payload: decodeJwt(text) }
  } catch {
    throw malformed('its header or payload is no JSON object')
  }
}

/** List the member names of a valid JSON object's text, repeated ones repeatedly. */
function memberNames(text: string): string[] {
  const names: string[] = []
  let depth = 0
  for (const [found, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (found === '{' || found === '[') depth += 1
    else if (found === '}' || found === ']') depth -= 1
    else if (name !== undefined && depth === 1) names.push(JSON.parse(name) as string)
  }
  return names
}

function malformed(reason: string): RequestError {
  return new RequestError(
    'unauthorized',
    `The bearer token is not an API token of Markport: ${reason}. Send it exactly as it was shown when it was created.`,
  )
}
