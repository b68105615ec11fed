/**
 * Sends one request to a site: waits for its pace, adds the credential, and interprets the answer.
 * @module
 */
import { sendOnce, type WireAnswer, WireError, type WireRequest } from '../../contract/base/wire.ts'
import { ConfluenceError } from '../confluence-error.ts'
import type { Credential, SiteAddress } from '../credential.ts'
import type { Pace } from '../site.ts'
import { apiRootOf } from '../site-address.ts'
import { type FormPart, writeMultipart } from './multipart.ts'
import { isAnonymousAnswer, readError } from './read-error.ts'
import { UnreadableAnswerError } from './site-json.ts'

export interface SiteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly json?: unknown
  readonly form?: readonly FormPart[]
  /** Keep the site's check of a form's origin, only to find out whether it has one. */
  readonly hasOriginCheck?: boolean
}

export type SiteReader<Result> = (answer: Pick<WireAnswer, 'text'>) => Result

export interface SiteOptions {
  readonly address: SiteAddress
  readonly readCredential: () => Promise<Credential | undefined>
  readonly pace?: Pace | undefined
  /** Receives each status; 0 without an answer. */
  readonly onAnswer?: ((method: string, status: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

interface SiteFailure {
  readonly error: ConfluenceError
  readonly isPassing: boolean
}

type SiteAttempt<Result> = ({ readonly result: Result } | SiteFailure) & {
  readonly clockAheadMs?: number | undefined
}

/** A page has up to 5 MB, more as JSON. */
const maxAnswerBytes = 16 * 1024 * 1024
const usualSlowDownMs = 5_000
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Never throws. */
export async function trySite<Result>(
  options: SiteOptions,
  request: SiteRequest,
  read: SiteReader<Result>,
  timeoutMs: number,
): Promise<SiteAttempt<Result>> {
  const { address, pace, onAnswer, signal } = options
  const { method } = request
  const isWrite = method !== 'GET'
  let credential: Credential | undefined
  try {
    await pace?.take(method)
    credential = await options.readCredential()
  } catch (cause) {
    return { error: toConfluenceError(cause), isPassing: false }
  }
  const { host } = new URL(apiRootOf(address))
  const startedAt = Date.now()
  let answer: WireAnswer
  try {
    const wire = wireRequest(address, credential, request)
    answer = await sendOnce(wire, { timeoutMs, maxAnswerBytes, signal })
  } catch (cause) {
    onAnswer?.(method, 0)
    return readWireError(cause, host, isWrite)
  }
  onAnswer?.(method, answer.status)
  const clockAheadMs = clockAheadOf(answer, startedAt)
  const isDone = answer.status >= 200 && answer.status < 300
  const readFailure = (): ConfluenceError =>
    readError(withoutCredential(answer, credential), { ...request, host }, new Date())
  // A successful write counts, even if the site took us for anonymous.
  if (isDone && (isWrite || !isAnonymousAnswer(answer.headers))) {
    return { ...readResult(answer, read, isWrite, readFailure), clockAheadMs }
  }
  const error = readFailure()
  if (answer.status === 429) await slowDown(pace, error.retryAfterMs ?? usualSlowDownMs)
  return { error, isPassing: passingStatuses.has(answer.status), clockAheadMs }
}

function toConfluenceError(cause: unknown): ConfluenceError {
  if (cause instanceof ConfluenceError) return cause
  return new ConfluenceError('unavailable', 'The request could not be prepared.', { cause })
}

function wireRequest(
  address: SiteAddress,
  credential: Credential | undefined,
  { method, path, json, form, hasOriginCheck = false }: SiteRequest,
): WireRequest {
  const multipart = form && writeMultipart(form)
  return {
    url: `${apiRootOf(address)}${path}`,
    method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...(credential && { authorization: authorizationOf(credential) }),
      // Some Data Center versions require it without a body too.
      'content-type': multipart?.contentType ?? 'application/json',
      'user-agent': 'Markport',
      ...(hasOriginCheck ? {} : { 'x-atlassian-token': 'no-check' }),
    },
    body: multipart?.body ?? (json === undefined ? undefined : JSON.stringify(json)),
  }
}

function readResult<Result>(
  answer: WireAnswer,
  read: SiteReader<Result>,
  isWrite: boolean,
  readFailure: () => ConfluenceError,
): { readonly result: Result } | SiteFailure {
  try {
    return { result: read(answer) }
  } catch (cause) {
    if (cause instanceof ConfluenceError) return { error: cause, isPassing: false }
    const error = readFailure()
    if (error.kind === 'foreign') return { error, isPassing: false }
    const reason = cause instanceof UnreadableAnswerError ? cause.message : 'It makes no sense.'
    const kind = isWrite ? 'unknown' : 'unavailable'
    const message = `The site's answer cannot be read. ${reason}`
    return {
      error: new ConfluenceError(kind, message, { cause, status: answer.status }),
      isPassing: false,
    }
  }
}

function authorizationOf({ email, token }: Credential): string {
  return email === undefined ? `Bearer ${token}` : `Basic ${basicOf(email, token)}`
}

const basicOf = (email: string, token: string): string =>
  Buffer.from(`${email}:${token}`).toString('base64')

function withoutCredential(
  { status, headers, text }: WireAnswer,
  credential: Credential | undefined,
): Pick<WireAnswer, 'status' | 'headers' | 'text'> {
  if (credential === undefined) return { status, headers, text }
  const { email = '', token } = credential
  const hide = (value: string): string =>
    value.replaceAll(basicOf(email, token), '…').replaceAll(token, '…')
  const { server = '', 'content-type': type = '' } = headers
  const cleanHeaders = { server: hide(String(server)), 'content-type': hide(type) }
  return { status, headers: { ...headers, ...cleanHeaders }, text: hide(text) }
}

/** Dates have whole seconds, and the answer was written in the middle of the exchange. */
function clockAheadOf({ headers }: WireAnswer, startedAt: number): number | undefined {
  const siteTime = Date.parse(headers.date ?? '')
  return Number.isNaN(siteTime) ? undefined : siteTime + 500 - (startedAt + Date.now()) / 2
}

async function slowDown(pace: Pace | undefined, retryAfterMs: number): Promise<void> {
  try {
    await pace?.slowDown(retryAfterMs)
  } catch {}
}

const lastingCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ENOTFOUND',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'STOPPED',
  'TOO-LARGE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNKNOWN-ENCODING',
])

function readWireError(
  cause: unknown,
  host: string,
  isWrite: boolean,
): { readonly error: ConfluenceError; readonly isPassing: boolean } {
  const { code, isSent } = cause instanceof WireError ? cause : new WireError('ERROR', false)
  return {
    error: new ConfluenceError(
      isWrite && isSent ? 'unknown' : 'unavailable',
      describeFailure(code, host),
    ),
    isPassing: !lastingCodes.has(code),
  }
}

function describeFailure(code: string, host: string): string {
  if (code === 'TIMEOUT') return `${host} did not answer in time.`
  if (code === 'STOPPED') return `The request to ${host} was ended, since Markport stops.`
  if (code === 'TOO-LARGE') return `${host} answered too much.`
  if (code === 'UNKNOWN-ENCODING') return `${host} answered in a form that nobody asked for.`
  if (code === 'ENOTFOUND') return `There is no ${host}. Check the address.`
  if (code.includes('CERT') || code.includes('VERIFY')) {
    return `The certificate of ${host} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to a PEM file with the authority that issued it.`
  }
  return `The connection to ${host} failed (${code}).`
}
