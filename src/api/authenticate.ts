/** First stage of the operation: who is asking? Nothing of the body has been read yet. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiTokens } from '../auth/tokens/api-tokens.ts'
import type { ApiTokenHolder } from '../auth/tokens/authenticate-api-token.ts'
import type { RequestScope } from '../http/request-scope.ts'
import { tokenExpiresHeader } from '../importing/contract.ts'
import type { ImportProgress } from '../importing/ledger/ledger.ts'

/** What this stage needs of the API tokens. */
export type ApiTokenCheck = Pick<ApiTokens, 'authenticate' | 'touch'>

/** Admit only bearers of a live API token. */
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

export interface ImportScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    /** The verified bearer. */
    holder: ApiTokenHolder
    progress: ImportProgress
  }
}
