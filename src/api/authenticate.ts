/** The first stage of the operation: authenticates the caller before the body is read. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiTokens } from '../auth/tokens/api-tokens.ts'
import type { ApiTokenHolder } from '../auth/tokens/authenticate-api-token.ts'
import { tokenExpiresHeader } from '../contract/paths.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ImportProgress } from '../importing/ledger/ledger.ts'

export type ApiTokenCheck = Pick<ApiTokens, 'authenticate' | 'touch'>

export function authenticate(apiTokens: ApiTokenCheck): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    // Node's joined headers would hide a second header.
    const holder = await apiTokens.authenticate(c.env.incoming.headersDistinct.authorization ?? [])
    c.set('holder', holder)
    c.env.outgoing.setHeader(tokenExpiresHeader, holder.expiresAt.toISOString())
    const touched = apiTokens.touch(holder.apiTokenId)
    await next()
    await touched
  })
}

export interface ImportScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    holder: ApiTokenHolder
    progress: ImportProgress
  }
}
