/** The rule for user names: shown as written, compared without regard to case or composition. @module */
import { RequestError } from '../base/errors.ts'

const maxNameLength = 100

/** Make the form of a name that is compared. */
export function nameKey(name: string): string {
  // Lower case can decompose what was composed, so NFC comes last as well.
  const key = name.trim().normalize('NFC').toLowerCase().normalize('NFC')
  // PostgreSQL refuses text with these even in a search; no kept name has them.
  return key.toWellFormed().replaceAll('\0', '\uFFFD')
}

/**
 * Check a new name.
 * @returns The name as it is kept.
 * @throws {RequestError} `bad-request` when it is empty, too long or has characters nobody can see.
 */
export function checkUserName(name: string): string {
  const kept = name.trim().normalize('NFC')
  const length = [...kept].length
  if (
    length === 0 ||
    length > maxNameLength ||
    !kept.isWellFormed() ||
    /[\p{C}\p{Zl}\p{Zp}]/u.test(kept)
  ) {
    throw new RequestError(
      'bad-request',
      `name must be 1 to ${maxNameLength} visible characters. Choose such a name.`,
      { field: 'name' },
    )
  }
  return kept
}

/**
 * Check an e-mail address as far as `Basic email:token` needs it.
 * @returns The address as it is kept.
 * @throws {RequestError} `bad-request` when it has not the form name@host.
 */
export function checkEmail(email: string): string {
  const kept = email.trim()
  // A colon would end it too early in Basic credentials.
  if (kept.length > 254 || !/^[^\s@:\p{C}]+@[^\s@:\p{C}]+$/u.test(kept)) {
    throw new RequestError(
      'bad-request',
      'email must read name@host, at most 254 characters, without spaces and colons.',
      { field: 'email' },
    )
  }
  return kept
}
