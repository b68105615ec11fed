/** Lets programs read the readers' pages with a host token instead of a session. @module */
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { carriesHostToken, hostTokenChallenge } from '../../auth/tokens/host-tokens.ts'
import { RequestError } from '../../contract/errors.ts'
import { admitHostToken, type HostTokenGate } from '../../http/admit.ts'
import { isForBrowser } from '../frame/unknown-address.ts'
import type { WebScope } from '../web-scope.ts'
import { type Readers, readersOf } from './reading-rule.ts'

/**
 * Make the stage. Other credentials are ignored: a proxy may ask for a password of its own.
 * @param gate Checks tokens and limits their requests.
 */
export function acceptHostToken(gate: HostTokenGate): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const values = c.env.incoming.headersDistinct.authorization ?? []
    if (!carriesHostToken(values)) return next()
    try {
      const { userId, userName, spaceIds } = await admitHostToken(c.env, gate, 'reading')
      // Programs never see what only administrators see.
      const program = { isAdministrator: false, isProgram: true }
      c.set('viewer', { userId, name: userName, spaceIds, ...program })
    } catch (error) {
      if (!(error instanceof RequestError) || error.key !== 'unauthorized') throw error
      return refuse(c, error.message)
    }
    return next()
  })
}

/** Answer 401 to a program without a credential: many send credentials only when asked. */
export function askProgram(readers: Readers): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const isOpen = readersOf(c, readers) === 'anyone' || c.get('viewer') !== undefined
    const isBrowser = isForBrowser(c) || c.req.header('sec-fetch-site') !== undefined
    // An Authorization header may be meant for a proxy, so it is not refused here.
    if (isOpen || isBrowser || c.req.header('authorization')) return next()
    return refuse(c, 'Send a host token: "Authorization: Bearer mph_…".')
  })
}

function refuse(c: Context<WebScope>, text: string): Response {
  return c.text(`${text}\n`, 401, { 'WWW-Authenticate': hostTokenChallenge })
}
