/** Authenticates the caller before the body is read. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiTokenHolder, ApiTokens } from '../../accounts/tokens/api-tokens.ts'
import { RequestError } from '../../contract/errors.ts'
import { tokenExpiresHeader } from '../../contract/paths.ts'
import type { ImportProgress } from '../../wiki/import/ledger/ledger.ts'
import type { RequestScope } from '../http/request-scope.ts'

export type ApiTokenCheck = Pick<ApiTokens, 'authenticate' | 'touch'>

export function authenticate(apiTokens: ApiTokenCheck): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    // Node joins repeated headers, and a second token must not go unnoticed.
    const holder = await apiTokens.authenticate(c.env.incoming.headersDistinct.authorization ?? [])
    c.set('holder', holder)
    c.env.outgoing.setHeader(tokenExpiresHeader, holder.expiresAt.toISOString())
    const touched = apiTokens.touch(holder.apiTokenId)
    await next()
    await touched
  })
}

export const mayImport: MiddlewareHandler<ImportScope> = createMiddleware<ImportScope>(
  (c, next) => {
    if (!c.get('holder').isPreviewOnly) return next()
    throw new RequestError(
      'forbidden',
      'This API token may only preview. Import with --preview NAME, or use a token that may import.',
    )
  },
)

export interface ImportScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    holder: ApiTokenHolder
    progress: ImportProgress
  }
}
