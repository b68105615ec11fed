/**
 * The cookie that binds a sign-in at the OpenID provider to the browser that began it: one for each
 * tab, for ten minutes, used once. What is sent to the provider is made from its secret.
 * @module
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { SignInFlow } from '../../auth/openid/openid-provider.ts'
import { nextPath } from '../session/next-path.ts'
import { cookieScope } from '../session/session-cookie.ts'
import type { WebScope } from '../web-scope.ts'

/** A sign-in that has begun. */
export interface BegunFlow {
  readonly flow: SignInFlow
  /** Where to go on to. */
  readonly next: string
  /** The code of the one-time link that it began with, if any. */
  readonly linkCode: string | undefined
}

export interface FlowCookie {
  /** Begin a sign-in: the answer sets its cookie. */
  begin(c: Context<WebScope>, start: Omit<BegunFlow, 'flow'>): SignInFlow
  /** Find the sign-in that the provider's answer belongs to, and use it up. */
  take(c: Context<WebScope>, state: string): BegunFlow | undefined
}

const lifetimeSeconds = 600
/** Of more tabs the others begin anew: all cookies together must fit into a request. */
const maxFlows = 5
const maxNextLength = 500
const prefixedName = /^(?:__Host-)?(markport-flow-[\w-]{12})$/

/**
 * Make the cookie's keeper.
 * @param isSecure Whether browsers come over HTTPS.
 */
export function flowCookie(isSecure: boolean): FlowCookie {
  const { options, prefix } = cookieScope(isSecure)
  return {
    begin(c, { next, linkCode }) {
      const names = Object.keys(getCookie(c)).flatMap((name) => prefixedName.exec(name)?.[1] ?? [])
      for (const name of names.slice(0, Math.max(0, names.length - maxFlows + 1))) {
        deleteCookie(c, name, options)
      }
      const secret = randomBytes(32).toString('base64url')
      const flow = flowOf(secret)
      const kept = next.length > maxNextLength ? '/' : next
      const value = [secret, linkCode ?? '', Buffer.from(kept).toString('base64url')].join('.')
      setCookie(c, nameOf(flow.state), value, { ...options, maxAge: lifetimeSeconds })
      return flow
    },
    take(c, state) {
      const name = nameOf(state)
      const value = getCookie(c, name, prefix)
      const [, secret = '', linkCode = '', next = ''] =
        /^([\w-]{43})\.([\w-]{0,64})\.([\w-]{0,2000})$/.exec(value ?? '') ?? []
      const flow = flowOf(secret)
      if (secret === '' || flow.state !== state) return undefined
      deleteCookie(c, name, options)
      const path = nextPath(Buffer.from(next, 'base64url').toString())
      return { flow, next: path, linkCode: linkCode === '' ? undefined : linkCode }
    },
  }
}

function nameOf(state: string): string {
  return `markport-flow-${state.slice(0, 12)}`
}

function flowOf(secret: string): SignInFlow {
  const part = (use: string): string => createHmac('sha256', secret).update(use).digest('base64url')
  return { state: part('state'), nonce: part('nonce'), codeVerifier: part('code verifier') }
}
