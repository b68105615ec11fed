/** Headers that every answer carries, whatever its status. @module */

import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** What an answer that is no page of ours may load: nothing. Pages set a policy of their own. */
const strictPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Add the headers; caching is off unless the answer asks for it. */
export const securityHeaders: MiddlewareHandler = createMiddleware(async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (!c.res.headers.has('Content-Security-Policy'))
    c.header('Content-Security-Policy', strictPolicy)
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  if (new URL(c.req.url).protocol === 'https:') {
    c.header('Strict-Transport-Security', 'max-age=31536000')
  }
})
