/** The session cookie, and the form token derived from it. @module */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { CookieOptions } from 'hono/utils/cookie'
import {
  newSessionId,
  type Sessions,
  sessionLifetimeMs,
} from '../../../accounts/sessions/sessions.ts'
import type { WebScope } from '../web-scope.ts'

export interface SessionCookie {
  /** Undefined when the cookie is missing or malformed. */
  read(c: Context<WebScope>): string | undefined
  /** Also ties the forms of this answer to the new id. */
  set(c: Context<WebScope>, id: string): void
  /** Gives visitors an unused id, for forms such as the sign-in form. */
  ensure(c: Context<WebScope>): void
  clear(c: Context<WebScope>): void
}

const name = 'markport'

/**
 * Over HTTPS the name's prefix keeps subdomains and plain HTTP from setting the cookie: RFC 6265bis
 * §4.1.3.2.
 */
export function cookieScope(isSecure: boolean): {
  readonly options: CookieOptions
  readonly prefix: 'host' | undefined
} {
  const always = { path: '/', httpOnly: true, sameSite: 'Lax' } as const
  return isSecure
    ? { options: { ...always, secure: true, prefix: 'host' }, prefix: 'host' }
    : { options: always, prefix: undefined }
}

export function sessionCookie(isSecure: boolean): SessionCookie {
  const { options, prefix } = cookieScope(isSecure)
  const set: SessionCookie['set'] = (c, id) => {
    c.set('sessionId', id)
    c.set('formToken', formToken(id))
    setCookie(c, name, id, { ...options, maxAge: sessionLifetimeMs / 1000 })
  }
  return {
    read(c) {
      const id = getCookie(c, name, prefix)
      return id !== undefined && /^[A-Za-z0-9_-]{43}$/.test(id) ? id : undefined
    },
    set,
    ensure(c) {
      if (c.get('formToken') === undefined) set(c, newSessionId())
    },
    clear(c) {
      deleteCookie(c, name, options)
    },
  }
}

/** The session id cannot be computed from the form token. */
function formToken(sessionId: string): string {
  return createHmac('sha256', sessionId).update('form').digest('base64url')
}

/** Masked with random bytes, so that the compressed length reveals nothing (BREACH). */
export function maskFormToken(token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  const mask = randomBytes(bytes.length)
  return Buffer.concat([mask, xor(bytes, mask)]).toString('base64url')
}

/** Compares in constant time. */
export function isFormToken(sentToken: unknown, expected: string | undefined): boolean {
  if (typeof sentToken !== 'string' || expected === undefined) return false
  const right = Buffer.from(expected, 'base64url')
  const masked = Buffer.from(sentToken, 'base64url')
  if (masked.length !== 2 * right.length) return false
  const unmasked = xor(masked.subarray(right.length), masked.subarray(0, right.length))
  return timingSafeEqual(unmasked, right)
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] as number)))
}

export function readSession(
  sessions: Pick<Sessions, 'find'>,
  cookie: SessionCookie,
): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const id = cookie.read(c)
    // Forms of ended sessions must still be recognised.
    c.set('sessionId', id)
    c.set('formToken', id === undefined ? undefined : formToken(id))
    const session = id === undefined ? undefined : await sessions.find(id)
    c.set('viewer', session)
    c.set('viewerUntilMs', session?.untouchedUntilMs ?? Number.POSITIVE_INFINITY)
    await next()
  })
}
