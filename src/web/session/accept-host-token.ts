/** Lets programs read what readers' pages show, by a host token in place of a session. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { carriesHostToken, type HostTokens } from '../../auth/tokens/host-tokens.ts'
import { type CountRequest, rateHeaders } from '../../auth/tokens/token-rates.ts'
import { RequestError } from '../../base/errors.ts'
import type { WebScope } from '../web-scope.ts'

/**
 * Make the stage. Other credentials pass unread: a proxy may ask people for a password of its own.
 * @param hostTokens Know the tokens.
 * @param countRequest Counts what they ask for.
 */
export function acceptHostToken(
  hostTokens: Pick<HostTokens, 'authenticate' | 'touch'>,
  countRequest: CountRequest,
): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const values = c.env.incoming.headersDistinct.authorization ?? []
    if (!carriesHostToken(values)) return next()
    try {
      const { hostTokenId, userId, userName, spaceIds } = await hostTokens.authenticate(values)
      // What administrators see beside pages is not for programs.
      const program = { isAdministrator: false, isProgram: true }
      c.set('viewer', { userId, name: userName, spaceIds, ...program })
      void hostTokens.touch(hostTokenId)
      const left = countRequest('reading', hostTokenId)
      for (const [name, value] of rateHeaders(left)) c.header(name, value)
    } catch (error) {
      if (!(error instanceof RequestError) || error.key !== 'unauthorized') throw error
      return c.text(`${error.message}\n`, 401, { 'WWW-Authenticate': 'Bearer realm="markport"' })
    }
    return next()
  })
}
