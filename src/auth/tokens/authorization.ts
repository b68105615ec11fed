/** Reads the `Authorization` header: one value, one scheme, one credential. @module */
import { createHash } from 'node:crypto'
import { RequestError } from '../../base/errors.ts'

export interface Authorization {
  /** In lower case. */
  readonly scheme: string
  readonly value: string
}

/**
 * Parse the header's values; more than one would let a proxy and us believe different ones.
 * @param values Every value of the header, as received.
 * @throws {RequestError} `unauthorized` unless there is exactly one scheme with one credential.
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

/**
 * Make the refusal of a credential.
 * @param message What is wrong and what to do; never the credential.
 */
export function unauthorized(message: string): RequestError {
  return new RequestError('unauthorized', message)
}

/**
 * Hash a random credential for the store; 128 bits of chance need no slow hash.
 * @param text The credential, exactly as received.
 * @returns SHA-256 in hexadecimal.
 */
export function credentialHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
