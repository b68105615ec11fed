/** An authenticator app, as it is on people's phones. @module */
import { TOTP } from 'otpauth'

/**
 * Make the code that an app shows.
 * @param secret What it was given, in base32.
 */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}
