/** The session cookie. @module */
import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { CookieOptions } from 'hono/utils/cookie'
import { sessionLifetimeMs } from '../../../accounts/sessions/sessions.ts'
import type { ServiceParts } from '../../service/compose.ts'
import type { WebScope } from '../pages.ts'

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

export function sessionCookie(isSecure: boolean) {
  const { options, prefix } = cookieScope(isSecure)
  return {
    /** Reads the session's id; undefined when the cookie is missing or malformed. */
    read(c: Context<WebScope>): string | undefined {
      const id = getCookie(c, name, prefix)
      return id !== undefined && /^[A-Za-z0-9_-]{43}$/.test(id) ? id : undefined
    },
    set(c: Context<WebScope>, id: string): void {
      c.set('sessionId', id)
      setCookie(c, name, id, { ...options, maxAge: sessionLifetimeMs / 1000 })
    },
    clear(c: Context<WebScope>): void {
      deleteCookie(c, name, options)
    },
  }
}

export function readSession({ sessions, cookie }: ServiceParts): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const id = cookie.read(c)
    c.set('sessionId', id)
    c.set('viewer', id === undefined ? undefined : await sessions.find(id))
    await next()
  })
}
