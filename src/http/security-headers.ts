/** Headers that every answer carries, whatever its status. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { RequestScope } from './request-scope.ts'

/** What answers carry, whoever makes them. */
export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // An answer that is no page of ours loads nothing. Pages set a policy of their own.
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
} as const

/**
 * Make the stage that sets the headers, before anything else answers: what an answer says itself takes
 * their place. They are set on Node's own answer, since each one on Hono's would build that anew.
 * @param isSecure Whether browsers come over HTTPS, to this process or to the proxy in front of it.
 */
export function securityHeaders(isSecure: boolean): MiddlewareHandler<RequestScope> {
  const headers = Object.entries({
    ...safeHeaders,
    ...(isSecure && { 'Strict-Transport-Security': 'max-age=31536000' }),
  })
  return createMiddleware<RequestScope>(async (c, next) => {
    for (const [name, value] of headers) c.env.outgoing.setHeader(name, value)
    await next()
  })
}
