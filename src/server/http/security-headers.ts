/** Security headers of every answer. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { RequestScope } from './request-scope.ts'

export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // This policy is for JSON and files; pages set their own.
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
} as const

/**
 * Sets the headers before the routes run, so that routes can override them. Sets them on Node's answer,
 * because Hono would rebuild its answer for each header.
 * @param isSecure Whether browsers use HTTPS, even if only to a proxy.
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
