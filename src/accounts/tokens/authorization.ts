/** Reads the `Authorization` header: one value, one scheme, one credential. @module */
import { createHash, timingSafeEqual } from 'node:crypto'
import { RequestError } from '../../contract/errors.ts'

export interface Authorization {
  /** In lower case. */
  readonly scheme: string
  readonly value: string
}

/**
 * Refuses several header values, because a proxy could read another one than we do.
 * @throws {RequestError} `unauthorized` unless there is one scheme with one credential.
 */
export function parseAuthorization(values: readonly string[]): Authorization {
  const [value] = values
  if (value === undefined) {
    throw unauthorized('The Authorization header is missing. Send "Authorization: Bearer <token>".')
  }
  if (values.length > 1) {
    throw unauthorized('There is more than one Authorization header. Send exactly one.')
  }
  const [, scheme, credential] = /^([A-Za-z]+) +([!-~]+)$/.exec(value) ?? []
  if (scheme === undefined || credential === undefined) {
    throw unauthorized(
      'The Authorization header must read "Bearer <token>": one scheme, one token, and spaces only between them.',
    )
  }
  return { scheme: scheme.toLowerCase(), value: credential }
}

/** @param message Must not contain the credential. */
export function unauthorized(message: string): RequestError {
  return new RequestError('unauthorized', message)
}

/** SHA-256 in hexadecimal; credentials with 128 random bits need no slow hash. */
export function credentialHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Takes as long for a wrong credential as for the right one, also of another length. */
export function isSameCredential(sent: string, expected: string): boolean {
  const [left, right] = [sent, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(left as Buffer, right as Buffer)
}
