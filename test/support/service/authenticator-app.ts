/** An authenticator app, as it is on people's phones. @module */
import { TOTP } from 'otpauth'

export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}
