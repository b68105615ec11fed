/** JSON Web Tokens as Markport makes them: HS256 with a fixed header. @module */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { repeatedMember } from '../../contract/base/parse-json.ts'
import { RequestError } from '../../contract/errors.ts'

export interface JwtClaims {
  readonly jti: string
  readonly sub: string
  readonly iat: number
  readonly exp: number
}

export interface SigningKey {
  readonly id: string
  /** An object, because creating it from bytes costs more than a signature. */
  readonly secret: KeyObject
}

type JsonObject = Readonly<Record<string, unknown>>

export interface ParsedJwt {
  readonly header: JsonObject
  readonly payload: JsonObject
  readonly text: string
}

const maxJwtBytes = 8 * 1024
const maxLifetimeSeconds = 366 * 24 * 60 * 60
const maxClockSkewSeconds = 60
const jwtType = 'markport+jwt'
const algorithm = 'HS256'

export function signJwt(claims: JwtClaims, key: SigningKey): string {
  const signedText = `${encode({ alg: algorithm, typ: jwtType, kid: key.id })}.${encode(claims)}`
  return `${signedText}.${signatureOf(signedText, key).toString('base64url')}`
}

/** @throws {RequestError} `unauthorized` when it is not formed like an API token. */
export function parseJwt(text: string): ParsedJwt {
  if (text.length > maxJwtBytes) throw malformed('it is longer than 8 KiB')
  // Node ignores line ends and padding, which would allow several spellings of a token.
  if (!/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/.test(text)) {
    throw malformed('it is not three base64url parts joined by dots')
  }
  const { header, headerText, payload } = decode(text)
  // RFC 8725 §2.4, §3.10: two parsers may read a repeated member differently.
  if (repeatedMember(headerText) !== undefined || typeof header.alg !== 'string') {
    throw malformed('its header must name one algorithm')
  }
  // RFC 7515 §4.1.11: what `crit` lists must be understood, and we understand no extension.
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) {
    throw malformed('its header asks for an extension that is not supported')
  }
  return { header, payload, text }
}

/**
 * Verify the signature, then the claims, then the times.
 * @param findKey A plain look-up: the id must never become a path, query or address.
 * @throws {RequestError} `forbidden` when signature or times are wrong, `unauthorized` when the
 * claims are not those of an API token.
 */
export async function verifyJwt(
  jwt: ParsedJwt,
  findKey: (id: string) => Promise<SigningKey | undefined>,
  now: Date,
): Promise<JwtClaims> {
  const { kid } = jwt.header
  const key = typeof kid === 'string' ? await findKey(kid) : undefined
  if (key === undefined || !isSignedWith(jwt, key)) {
    throw new RequestError(
      'forbidden',
      'The signature of the API token is wrong. Use the token exactly as Markport showed it, or create a new one.',
    )
  }
  const claims = checkClaims(jwt)
  checkTimes(claims, jwt.payload.nbf as number | undefined, now.getTime() / 1000)
  return claims
}

/** RFC 8725 §3.1: the verifier chooses the algorithm, the header can only agree. */
function isSignedWith({ header, text }: ParsedJwt, key: SigningKey): boolean {
  const end = text.lastIndexOf('.')
  const expectedSignature = signatureOf(text.slice(0, end), key)
  const signature = Buffer.from(text.slice(end + 1), 'base64url')
  const isAsLong = signature.length === expectedSignature.length
  return header.alg === algorithm && isAsLong && timingSafeEqual(signature, expectedSignature)
}

function signatureOf(signedText: string, key: SigningKey): Buffer {
  return createHmac('sha256', key.secret).update(signedText).digest()
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

function decode(text: string): { header: JsonObject; headerText: string; payload: JsonObject } {
  try {
    const [headerText, payloadText] = text.split('.', 2).map(decodePart) as [string, string]
    return { header: toObject(headerText), headerText, payload: toObject(payloadText) }
  } catch {
    throw malformed('its header or payload is no JSON object')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodePart(part: string): string {
  // A single left-over character is not valid base64url.
  if (part.length % 4 === 1) throw new SyntaxError()
  return utf8.decode(Buffer.from(part, 'base64url'))
}

function toObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError()
  return value as JsonObject
}

function malformed(reason: string): RequestError {
  return new RequestError(
    'unauthorized',
    `The bearer token is not an API token of Markport: ${reason}. Send it exactly as it was shown when it was created.`,
  )
}
