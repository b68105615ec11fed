/** Headers that every answer carries, whatever its status. @module */

import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

/** Headers that an answer may set to something else. */
const defaults = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  // An answer that is no page of ours loads nothing. Pages set a policy of their own.
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
} as const

/** Add the headers; caching is off unless the answer asks for it. */
export const securityHeaders: MiddlewareHandler = createMiddleware(async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  for (const [name, value] of Object.entries(defaults)) {
    if (!c.res.headers.has(name)) c.header(name, value)
  }
  if (new URL(c.req.url).protocol === 'https:') {
    c.header('Strict-Transport-Security', 'max-age=31536000')
  }
})
