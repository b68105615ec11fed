/** Routes to sign in with the OpenID provider. @module */
import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { SignInFlow } from '../../../accounts/openid/openid-provider.ts'
import type { Log } from '../../../contract/base/log.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { ServiceParts } from '../../service/compose.ts'
import type { PageContext, Pages, WebScope } from '../pages.ts'
import { nextPath } from '../session/next-path.ts'
import { cookieScope } from '../session/session-cookie.ts'
import { enter, signInOrigin, signInRefusal } from './begin-session.ts'
import { showSignIn } from './sign-in-routes.ts'

const callbackPath = '/sign-in/callback'
const unknownFlow =
  'This sign-in was not begun in this browser, was used already, or took longer than ten minutes. Sign in once more.'

/**
 * @returns The provider's address for the browser.
 * @throws {RequestError} `unavailable` when the provider cannot be reached.
 */
export async function beginAtProvider(
  c: PageContext,
  { provider, flows, publicUrl, log }: ServiceParts,
  start: Omit<BegunFlow, 'flow'>,
): Promise<string> {
  if (provider === undefined) throw new TypeError('there is no provider')
  try {
    return await provider.beginAddress(flows.begin(c, start), publicUrl() + callbackPath)
  } catch (error) {
    logProviderFailure(log, error)
    throw error
  }
}

export const providerPages: Pages = {
  'GET /sign-in/provider': {
    who: 'anyone',
    answer: async (c, dependencies) => {
      const next = nextPath(c.req.query('next'))
      try {
        return c.redirect(
          await beginAtProvider(c, dependencies, { next, linkCode: undefined }),
          303,
        )
      } catch (error) {
        return showSignIn(c, dependencies, { next, ...signInRefusal(c, error) })
      }
    },
  },
  'GET /sign-in/callback': {
    who: 'anyone',
    answer: async (c, dependencies) => {
      const { signIn, flows, publicUrl, log } = dependencies
      const begunFlow = flows.take(c, c.req.query('state') ?? '')
      if (begunFlow === undefined) {
        return showSignIn(c, dependencies, { status: 400, next: '/', error: unknownFlow })
      }
      const { flow, next, linkCode } = begunFlow
      const callback = new URL(callbackPath + new URL(c.req.url).search, publicUrl())
      try {
        const answer = { callback, flow, linkCode }
        const begun = await signIn.withIdentity(answer, signInOrigin(c))
        return await enter(c, dependencies, begun, next)
      } catch (error) {
        logProviderFailure(log, error)
        return showSignIn(c, dependencies, { next, ...signInRefusal(c, error) })
      }
    },
  },
}

/** Logs the failure, but neither code nor token. */
function logProviderFailure(log: Pick<Log, 'warn'>, error: unknown): void {
  if (!(error instanceof RequestError) || error.cause === undefined) return
  const { name, message, code, error: errorCode, cause } = error.cause as ProviderFailure
  const causeMessage = cause instanceof Error ? cause.message : undefined
  log.warn(
    { reason: { name, message, code, said: errorCode, below: causeMessage } },
    'sign-in by the provider failed',
  )
}

interface ProviderFailure extends Error {
  readonly code?: string
  readonly error?: string
}

interface BegunFlow {
  readonly flow: SignInFlow
  readonly next: string
  readonly linkCode: string | undefined
}

const lifetimeSeconds = 600
/** At most this many tabs can sign in at once, because all their cookies must fit into a request. */
const maxFlows = 5
const maxNextLength = 500
const prefixedName = /^(?:__Host-)?(markport-flow-[\w-]{12})$/

export interface FlowCookie extends ReturnType<typeof flowCookie> {}

/**
 * A cookie binds a sign-in to the browser tab that began it, once and for ten minutes. Values for the
 * provider are derived from its secret.
 */
export function flowCookie(isSecure: boolean) {
  const { options, prefix } = cookieScope(isSecure)
  return {
    begin(c: Context<WebScope>, { next, linkCode }: Omit<BegunFlow, 'flow'>): SignInFlow {
      const names = Object.keys(getCookie(c)).flatMap((name) => prefixedName.exec(name)?.[1] ?? [])
      for (const name of names.slice(0, Math.max(0, names.length - maxFlows + 1))) {
        deleteCookie(c, name, options)
      }
      const secret = randomBytes(32).toString('base64url')
      const flow = flowOf(secret)
      const nextPath = next.length > maxNextLength ? '/' : next
      const value = [secret, linkCode ?? '', Buffer.from(nextPath).toString('base64url')].join('.')
      setCookie(c, nameOf(flow.state), value, { ...options, maxAge: lifetimeSeconds })
      return flow
    },
    take(c: Context<WebScope>, state: string): BegunFlow | undefined {
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
  const part = (purpose: string): string =>
    createHmac('sha256', secret).update(purpose).digest('base64url')
  return { state: part('state'), nonce: part('nonce'), codeVerifier: part('code verifier') }
}
