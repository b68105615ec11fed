/** Codes of authenticator apps (RFC 6238): six digits, new every 30 seconds. @module */
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
const secretBytes = 20
/** Clocks differ, and people need time to type: one step before and one after. */
const window = 1

/** Make the secret that an app and the store share, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** Tell whether a text is a secret as `newTotpSecret` makes it. */
export function isTotpSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text)
}

/** Make the address that an app reads from a QR code. */
export function totpAddress(secret: string, userName: string): string {
  return totp(secret, userName).toString()
}

/**
 * Find the step of time that a code belongs to.
 * @returns `undefined` when it is of none that is near.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret, '').validate({ token: code, timestamp, window })
  if (delta === null) return undefined
  return Math.floor(timestamp / 1000 / periodSeconds) + delta
}

function totp(secret: string, label: string): TOTP {
  // A colon would end the issuer's part of the label.
  const named = label.replaceAll(':', ' ') || 'user'
  return new TOTP({ issuer: 'Markport', label: named, secret, period: periodSeconds })
}
