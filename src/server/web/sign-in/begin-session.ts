/** Begins sessions for all ways to sign in. @module */
import type { BegunSession, NextStep } from '../../../accounts/sessions/sessions.ts'
import type { SignInOrigin } from '../../../accounts/sessions/sign-in.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { ServiceParts } from '../../service/compose.ts'
import type { PageContext } from '../pages.ts'
import { withNext } from '../session/next-path.ts'

export function signInOrigin(c: PageContext): SignInOrigin {
  return {
    network: c.get('network'),
    device: deviceWords(c.req.header('user-agent')),
    signal: c.req.raw.signal,
  }
}

/** Gives the browser a session in place of the previous one, which ends. */
export async function keepSession(
  c: PageContext,
  { sessions, cookie }: ServiceParts,
  { sessionId }: Pick<BegunSession, 'sessionId'>,
): Promise<void> {
  const previousId = cookie.read(c)
  if (previousId !== undefined) await sessions.end(previousId)
  cookie.set(c, sessionId)
}

/** Keeps the session, and leads to the step that must still follow, or to the page `next`. */
export async function enter(
  c: PageContext,
  parts: ServiceParts,
  begun: BegunSession,
  next: string,
): Promise<Response> {
  await keepSession(c, parts, begun)
  return c.redirect(pathAfter(begun, next), 303)
}

/**
 * @param c Gets `Retry-After` when the visitor must wait.
 * @throws The error itself when it is a fault of the service.
 */
export function signInRefusal(
  c: PageContext,
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

function pathAfter({ next: step }: BegunSession, next: string): string {
  return step === undefined ? next : withNext(stepPaths[step], next)
}
