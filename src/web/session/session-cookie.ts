/** The cookie that holds a session's id, and the form token that is made from it. @module */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { CookieOptions } from 'hono/utils/cookie'
import { newSessionId, type Sessions, sessionLifetimeMs } from '../../auth/sessions/sessions.ts'
import type { WebScope } from '../web-scope.ts'

export interface SessionCookie {
  /** Read the id that a request brings; `undefined` when it has none of the right form. */
  read(c: Context<WebScope>): string | undefined
  /** Let the answer set the id, and make the forms of this answer belong to it. */
  set(c: Context<WebScope>, id: string): void
  /** Give a visitor who brought none an id that no session has, for forms such as that to sign in. */
  ensure(c: Context<WebScope>): void
  clear(c: Context<WebScope>): void
}

const name = 'markport'

/**
 * Give the attributes of our cookies. Over HTTPS their names have the prefix that keeps subdomains
 * and plain HTTP from setting them: RFC 6265bis §4.1.3.2.
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

/** Make the cookie's keeper. */
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

/** Make the token that the forms of a session carry; nobody can make the id of it. */
function formToken(sessionId: string): string {
  return createHmac('sha256', sessionId).update('form').digest('base64url')
}

/**
 * Write a form token in another way for each answer, so that the length of a compressed page says
 * nothing of it (BREACH): a random mask, and the token under that mask.
 */
export function maskFormToken(token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  const mask = randomBytes(bytes.length)
  return Buffer.concat([mask, xor(bytes, mask)]).toString('base64url')
}

/** Compare the token that a form brought. */
export function isFormToken(sent: unknown, expected: string | undefined): boolean {
  if (typeof sent !== 'string' || expected === undefined) return false
  const right = Buffer.from(expected, 'base64url')
  const masked = Buffer.from(sent, 'base64url')
  if (masked.length !== 2 * right.length) return false
  const left = xor(masked.subarray(right.length), masked.subarray(0, right.length))
  return timingSafeEqual(left, right)
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] as number)))
}

/** Tell the stages after this one who signed in. */
export function readSession(
  sessions: Pick<Sessions, 'find'>,
  cookie: SessionCookie,
): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const id = cookie.read(c)
    // Also of a session that has ended: its forms are still known to be ours.
    c.set('sessionId', id)
    c.set('formToken', id === undefined ? undefined : formToken(id))
    const session = id === undefined ? undefined : await sessions.find(id)
    c.set('viewer', session)
    c.set('viewerUntilMs', session?.untouchedUntilMs ?? Number.POSITIVE_INFINITY)
    await next()
  })
}
