/** The requests to sign in by the OpenID provider: there, and back. @module */
import type { Context } from 'hono'
import type { OpenIdProvider } from '../../auth/openid/openid-provider.ts'
import { RequestError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { messagePage } from '../frame/message-page.ts'
import type { Show } from '../frame/show.ts'
import { nextPath } from '../session/next-path.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { type BeginSession, signInRefusal } from './begin-session.ts'
import type { BegunFlow, FlowCookie } from './flow-cookie.ts'
import { pathAfter } from './next-step.ts'
import type { ShowSignIn } from './sign-in-routes.ts'

export interface ProviderRoutesDependencies {
  readonly provider: OpenIdProvider
  readonly beginSession: BeginSession
  readonly flows: FlowCookie
  readonly publicUrl: () => string
  readonly showSignIn: ShowSignIn
  readonly show: Show
  readonly log: Pick<Log, 'warn'>
}

const callbackPath = '/sign-in/callback'
const unknownFlow =
  'This sign-in was not begun in this browser, was used already, or took longer than ten minutes. Sign in once more.'

/**
 * Begin a sign-in at the provider: its cookie, and the address to go on to.
 * @throws {RequestError} `unavailable` when the provider cannot be reached.
 */
export type BeginAtProvider = (
  c: Context<WebScope>,
  start: Omit<BegunFlow, 'flow'>,
) => Promise<string>

/**
 * Make the function that begins sign-ins at the provider.
 * @param dependencies The provider, and the keeper of what has begun.
 */
export function beginAtProvider({
  provider,
  flows,
  publicUrl,
  log,
}: Pick<ProviderRoutesDependencies, 'provider' | 'flows' | 'publicUrl' | 'log'>): BeginAtProvider {
  return async (c, start) => {
    try {
      const flow = flows.begin(c, start)
      return await provider.beginAddress(flow, publicUrl() + callbackPath)
    } catch (error) {
      logProviderFailure(log, error)
      throw error
    }
  }
}

/**
 * Make the handlers.
 * @param dependencies The provider, and what begins sessions.
 */
export function providerRoutes(dependencies: ProviderRoutesDependencies): WebHandlers {
  const { beginSession, flows, publicUrl, showSignIn, show, log } = dependencies
  const begin = beginAtProvider(dependencies)
  return {
    'GET /sign-in/provider': async (c) => {
      const next = nextPath(c.req.query('next'))
      try {
        return c.redirect(await begin(c, { next, linkCode: undefined }), 303)
      } catch (error) {
        const { status, message } = signInRefusal(c, error)
        return showSignIn(c, status, { next, error: message })
      }
    },
    'GET /sign-in/callback': async (c) => {
      const begun = flows.take(c, c.req.query('state') ?? '')
      if (begun === undefined) return showSignIn(c, 400, { next: '/', error: unknownFlow })
      const { flow, next, linkCode } = begun
      const callback = new URL(callbackPath + new URL(c.req.url).search, publicUrl())
      try {
        const begun = await beginSession.withIdentity(c, { callback, flow, linkCode })
        return c.redirect(pathAfter(begun, next), 303)
      } catch (error) {
        logProviderFailure(log, error)
        const { status, message } = signInRefusal(c, error)
        return showSignIn(c, status, { next, error: message })
      }
    },
    'GET /sign-in/done': (c) =>
      show(
        c,
        200,
        'Signed in',
        messagePage('You are signed in', 'Close this tab, and go back to the one with your form.'),
      ),
  }
}

/** Says why, in words that hold neither code nor token. */
function logProviderFailure(log: Pick<Log, 'warn'>, error: unknown): void {
  if (!(error instanceof RequestError) || error.cause === undefined) return
  const { name, message, code, error: said, cause } = error.cause as ProviderFailure
  const below = cause instanceof Error ? cause.message : undefined
  log.warn({ reason: { name, message, code, said, below } }, 'sign-in by the provider failed')
}

interface ProviderFailure extends Error {
  readonly code?: string
  /** The word of OAuth for what is wrong. */
  readonly error?: string
}
