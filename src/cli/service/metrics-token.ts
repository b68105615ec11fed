/** The token that opens `/metrics`: never a flag, which other users of the machine could read. @module */
import { UsageError } from '../context.ts'
import { readSecret, type SecretSource } from '../read-secret.ts'

/**
 * Read the token.
 * @returns `undefined` when none is given.
 * @throws {UsageError} When it cannot be one.
 */
export function readMetricsToken(place: Omit<SecretSource, 'flag'>): string | undefined {
  const token = readSecret({ ...place, flag: '--metrics-token-file' })
  // The text is not repeated: it may be most of a real token.
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new UsageError(
      'The token of the metrics must be 16 or more characters without spaces. "openssl rand -hex 32" makes one.',
    )
  }
  return token
}
