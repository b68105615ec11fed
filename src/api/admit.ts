/** Keeps what is in progress within bounds: refuses early rather than slow everybody down. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { RequestError } from '../errors.ts'
import type { RequestScope } from './request-scope.ts'

export interface AdmissionLimits {
  /** Imports in progress in this process. */
  readonly maxImports: number
  /** Imports in progress for one API token, so that one caller leaves room for others. */
  readonly maxImportsPerToken: number
}

/**
 * Refuse an import when too many are in progress.
 * @param limits The bounds.
 */
export function admit(limits: AdmissionLimits): MiddlewareHandler<RequestScope> {
  const perToken = new Map<string, number>()
  let total = 0
  return createMiddleware<RequestScope>(async (c, next) => {
    const { apiTokenId } = c.get('holder')
    const ofToken = perToken.get(apiTokenId) ?? 0
    if (total >= limits.maxImports) {
      throw new RequestError(
        'unavailable',
        `${total} imports are in progress, as many as this server takes at once. Try again in a second.`,
        { retryAfterSeconds: 1 },
      )
    }
    if (ofToken >= limits.maxImportsPerToken) {
      throw new RequestError(
        'too-many-requests',
        `${ofToken} imports with this token are in progress, as many as one token may have. Try again in a second.`,
        { retryAfterSeconds: 1 },
      )
    }
    total += 1
    perToken.set(apiTokenId, ofToken + 1)
    try {
      await next()
    } finally {
      total -= 1
      const left = (perToken.get(apiTokenId) ?? 1) - 1
      if (left === 0) perToken.delete(apiTokenId)
      else perToken.set(apiTokenId, left)
    }
  })
}
