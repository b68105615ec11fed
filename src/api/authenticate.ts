/** First stage of the operation: who is asking? Nothing of the body has been read yet. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiTokens } from '../auth/tokens/api-tokens.ts'
import { tokenExpiresHeader } from '../importing/contract.ts'
import type { ImportScope } from './import-scope.ts'

/** What this stage needs of the API tokens. */
export type ApiTokenCheck = Pick<ApiTokens, 'authenticate' | 'touch'>

/**
 * Admit only bearers of a live API token.
 * @param apiTokens Verifies the header.
 */
export function authenticate(apiTokens: ApiTokenCheck): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    // The distinct values: Node's joined headers would hide that there are two.
    const holder = await apiTokens.authenticate(c.env.incoming.headersDistinct.authorization ?? [])
    c.set('holder', holder)
    c.env.outgoing.setHeader(tokenExpiresHeader, holder.expiresAt.toISOString())
    const touched = apiTokens.touch(holder.apiTokenId)
    await next()
    await touched
  })
}
