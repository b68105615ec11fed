/** Signs a visitor in, for the form to sign in and for the one that asks again. @module */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { deviceLifetimeMs } from '../../auth/known-devices.ts'
import type { Sessions, SignedInUser } from '../../auth/sessions.ts'
import type { SignIn } from '../../auth/sign-in.ts'
import { cookieScope, type SessionCookie } from '../session-cookie.ts'
import type { WebScope } from '../web-scope.ts'

/**
 * Begin a session for a visitor, who is known on this device from then on.
 * @throws {RequestError} As `SignIn` does.
 */
export type BeginSession = (
  c: Context<WebScope>,
  typed: { name: string; password: string },
) => Promise<SignedInUser>

export interface DeviceCookie {
  /** Read the id that a request brings; `undefined` when it has none of the right form. */
  read(c: Context<WebScope>): string | undefined
  /** Let the answer set the id. */
  set(c: Context<WebScope>, id: string): void
}

const name = 'markport-device'

/**
 * Make the keeper of the cookie by which a device is known; it signs nobody in.
 * @param isSecure Whether browsers come over HTTPS.
 */
export function deviceCookie(isSecure: boolean): DeviceCookie {
  const { options, prefix } = cookieScope(isSecure)
  return {
    read(c) {
      const id = getCookie(c, name, prefix)
      return id !== undefined && /^[A-Za-z0-9_-]{43}$/.test(id) ? id : undefined
    },
    set(c, id) {
      // Only our own forms need it, so no link from elsewhere brings it along.
      const strict = { ...options, sameSite: 'Strict' } as const
      setCookie(c, name, id, { ...strict, maxAge: deviceLifetimeMs / 1000 })
    },
  }
}

/**
 * Make the function that signs visitors in.
 * @param dependencies Compares the password; keeps session and device.
 */
export function beginSession({
  signIn,
  sessions,
  cookie,
  device,
}: {
  signIn: SignIn
  sessions: Pick<Sessions, 'end'>
  cookie: SessionCookie
  device: DeviceCookie
}): BeginSession {
  return async (c, typed) => {
    const from = { network: c.get('network'), deviceId: device.read(c) }
    const { sessionId, deviceId, user } = await signIn({ ...typed, ...from })
    const before = cookie.read(c)
    if (before !== undefined) await sessions.end(before)
    cookie.set(c, sessionId)
    device.set(c, deviceId)
    return user
  }
}
