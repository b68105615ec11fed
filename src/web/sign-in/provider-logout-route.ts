/**
 * The request by which the OpenID provider says that somebody has signed out there. It comes from the
 * provider and not from a browser, so it carries no cookie and no form token: what it brings is signed.
 * @module
 */
import type { Context } from 'hono'
import type { EndByProvider } from '../../auth/openid/provider-logout.ts'
import { RequestError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { limitBody } from '../../http/limit-body.ts'
import type { Places } from '../../places/places.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'

const maxBodyBytes = 16 * 1024

/**
 * Make the handler; answers are as §2.8 of OpenID Connect Back-Channel Logout 1.0 wants them.
 * @param dependencies Ends the sessions, and is told of what was refused.
 */
export function providerLogoutRoute({
  endByProvider,
  formBytes: bodyBytes,
  log,
}: {
  readonly endByProvider: EndByProvider
  /** Bounds what bodies of forms hold together. */
  readonly formBytes: Places
  readonly log: Pick<Log, 'warn'>
}): WebHandlers {
  return {
    'POST /sign-in/provider/logout': [
      limitBody<WebScope>({ maxBodyBytes, bodyBytes }),
      async (c: Context<WebScope>) => {
        c.header('Cache-Control', 'no-store')
        const tokens = new URLSearchParams(Buffer.from(c.get('body')).toString('latin1')).getAll(
          'logout_token',
        )
        const [token] = tokens
        try {
          if (token === undefined || tokens.length > 1) {
            throw new RequestError('bad-request', 'The body must be a form with one logout_token.')
          }
          await endByProvider(token, c.get('network'))
          return c.body(null, 200)
        } catch (error) {
          if (!(error instanceof RequestError) || error.status >= 500) throw error
          const { message, cause } = error
          const reason = cause instanceof Error ? cause.message : message
          log.warn({ reason }, 'logout by the provider refused')
          return c.json({ error: 'invalid_request', error_description: message }, 400)
        }
      },
    ],
  }
}
