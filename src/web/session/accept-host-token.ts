/** Lets programs read what readers' pages show, by a host token in place of a session. @module */
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { carriesHostToken, hostTokenChallenge } from '../../auth/tokens/host-tokens.ts'
import { RequestError } from '../../base/errors.ts'
import { admitHostToken, type HostTokenGate } from '../../http/admit-host-token.ts'
import { isForBrowser } from '../frame/unknown-address.ts'
import type { WebScope } from '../web-scope.ts'
import type { Readers } from './may-read.ts'
import { readersOf } from './reading-rule.ts'

/**
 * Make the stage. Other credentials pass unread: a proxy may ask people for a password of its own.
 * @param gate Knows the tokens, and counts what they ask for.
 */
export function acceptHostToken(gate: HostTokenGate): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const values = c.env.incoming.headersDistinct.authorization ?? []
    if (!carriesHostToken(values)) return next()
    try {
      const { userId, userName, spaceIds } = await admitHostToken(c.env, gate, 'reading')
      // What administrators see beside pages is not for programs.
      const program = { isAdministrator: false, isProgram: true }
      c.set('viewer', { userId, name: userName, spaceIds, ...program })
    } catch (error) {
      if (!(error instanceof RequestError) || error.key !== 'unauthorized') throw error
      return refuse(c, error.message)
    }
    return next()
  })
}

/**
 * Make the stage that asks a program without a credential for one, where a person would be sent to the
 * form for it: many send what they have only when they are asked.
 * @param readers Who may read without signing in.
 */
export function askProgram(readers: Readers): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const isOpen = readersOf(c, readers) === 'anyone' || c.get('viewer') !== undefined
    const isBrowser = isForBrowser(c) || c.req.header('sec-fetch-site') !== undefined
    // That of a proxy is not ours to judge.
    if (isOpen || isBrowser || c.req.header('authorization')) return next()
    return refuse(c, 'Send a host token: "Authorization: Bearer mph_…".')
  })
}

function refuse(c: Context<WebScope>, text: string): Response {
  return c.text(`${text}\n`, 401, { 'WWW-Authenticate': hostTokenChallenge })
}
