/** Headers that every answer carries, whatever its status. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { RequestScope } from './request-scope.ts'

const headers = {
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
 * Set the headers, before anything else answers: what an answer says itself takes their place. They
 * are set on Node's own answer, since each one on Hono's would build that anew.
 */
export const securityHeaders: MiddlewareHandler<RequestScope> = createMiddleware<RequestScope>(
  async (c, next) => {
    const { outgoing } = c.env
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
    if (c.req.url.startsWith('https:')) {
      outgoing.setHeader('Strict-Transport-Security', 'max-age=31536000')
    }
    await next()
  },
)
