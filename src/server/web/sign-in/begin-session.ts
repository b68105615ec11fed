/** Begins sessions for all ways to sign in. @module */
import type { Context } from 'hono'
import type { ProviderAnswer } from '../../../accounts/openid/identity-sign-in.ts'
import type { BegunSession, NextStep, Sessions } from '../../../accounts/sessions/sessions.ts'
import type { NewApp, SignIn, SignInOrigin } from '../../../accounts/sessions/sign-in.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { WebScope } from '../pages.ts'
import type { SessionCookie } from '../session/session-cookie.ts'

/** `next` is the step that must still follow. */
type SessionResult = Pick<BegunSession, 'next'>

export type BeginSession = ReturnType<typeof beginSession>

/** Each way ends the previous session, and throws what `SignIn` throws. */
export function beginSession({
  signIn,
  sessions,
  cookie,
}: {
  signIn: SignIn
  sessions: Pick<Sessions, 'end' | 'find'>
  cookie: SessionCookie
}) {
  const originOf = (c: Context<WebScope>): SignInOrigin => ({
    network: c.get('network'),
    device: deviceWords(c.req.header('user-agent')),
    signal: c.req.raw.signal,
  })
  const startSession = async (
    c: Context<WebScope>,
    { sessionId, next }: BegunSession,
  ): Promise<SessionResult> => {
    const previousId = cookie.read(c)
    if (previousId !== undefined) await sessions.end(previousId)
    cookie.set(c, sessionId)
    return { next }
  }
  return {
    withPassword: async (c: Context<WebScope>, credentials: { name: string; password: string }) =>
      startSession(c, await signIn.withPassword(credentials, originOf(c))),
    async withCode(c: Context<WebScope>, code: string): Promise<SessionResult> {
      const waitingId = cookie.read(c) ?? ''
      return startSession(c, await signIn.withCode(waitingId, code, originOf(c)))
    },
    /** @returns The recovery codes. */
    async withNewSecondFactor(c: Context<WebScope>, app: NewApp): Promise<readonly string[]> {
      const waitingId = cookie.read(c) ?? ''
      const { recoveryCodes, ...begun } = await signIn.withNewSecondFactor(
        waitingId,
        app,
        originOf(c),
      )
      await startSession(c, begun)
      c.set('viewer', await sessions.find(begun.sessionId))
      return recoveryCodes
    },
    withIdentity: async (c: Context<WebScope>, answer: ProviderAnswer) =>
      startSession(c, await signIn.withIdentity(answer, originOf(c))),
  }
}

/**
 * @param c Gets `Retry-After` when the visitor must wait.
 * @throws The error itself when it is a fault of the service.
 */
export function signInRefusal(
  c: Context<WebScope>,
  error: unknown,
): { readonly status: 400 | 429 | 503; readonly error: string } {
  if (!(error instanceof RequestError) || error.status === 500) throw error
  const { status, message, retryAfterSeconds } = error
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  return { status: status === 404 ? 400 : (status as 400 | 429 | 503), error: message }
}

/** The first match counts, because many browsers also claim to be later ones. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

const maxLength = 1_000

/** @param userAgent Clients choose it freely. */
function deviceWords(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, maxLength) ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0]
  if (browser === undefined) return system ?? 'Another program'
  return system === undefined ? browser : `${browser} on ${system}`
}

const stepPaths: Readonly<Record<NextStep, string>> = {
  code: '/sign-in/code',
  'set-up': '/sign-in/second-factor',
}

export function pathAfter({ next: step }: SessionResult, next: string): string {
  if (step === undefined) return next
  const path = stepPaths[step]
  return next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
}
