/**
 * Requests to a site, with JSON answers or a `ConfluenceError`. Reads are retried; a write is sent
 * once. Each site has its pace.
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../accounts/audit.ts'
import { append } from '../../contract/base/lists.ts'
import { sendOnce, type WireAnswer, WireError, type WireRequest } from '../../contract/base/wire.ts'
import { ConfluenceError, isAnonymousAnswer, readError } from '../confluence-error.ts'
import { apiRootOf, type Credential, type SiteAddress } from '../credential.ts'
import { findText, listOf, parseSiteJson, UnreadableAnswerError } from './site-json.ts'

export interface SiteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly json?: unknown
  readonly form?: FormData
}

/** Receives the JSON; undefined for an empty answer. */
type SiteReader<Result> = (json: unknown) => Result

export interface SiteOptions {
  readonly address: SiteAddress
  readonly readCredential: () => Promise<Credential | undefined>
  readonly pace?: Pace | undefined
  /** Receives each status; 0 without an answer. */
  readonly onAnswer?: ((method: string, status: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SiteClient {
  readonly baseUrl: string
  readonly apiRoot: string
  /** @throws {ConfluenceError} No other errors. */
  get<Result>(path: string, read: SiteReader<Result>): Promise<Result>
  /**
   * @param read Reads the body of the answer, which is ignored without it.
   * @throws {ConfluenceError} No other errors.
   */
  send<Result = void>(request: SiteRequest, read?: SiteReader<Result>): Promise<Result>
}

/** Time limits and retries, in milliseconds. */
export interface SitePatience {
  readonly timeoutMs: number
  readonly maxReads: number
  /** The delay before the second read. It doubles each time, with random jitter up to one half. */
  readonly firstDelayMs: number
  readonly totalMs: number
}

const usualPatience: SitePatience = {
  timeoutMs: 30_000,
  maxReads: 4,
  firstDelayMs: 500,
  totalMs: 40_000,
}

/**
 * @param overrides Replace the default time limits and retries.
 */
export function siteClient(
  options: SiteOptions,
  overrides: Partial<SitePatience> = {},
): SiteClient {
  const patience = { ...usualPatience, ...overrides }
  const send = async <Result>(
    request: SiteRequest,
    read: SiteReader<Result> = () => undefined as Result,
  ): Promise<Result> => {
    const end = performance.now() + patience.totalMs
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await trySite(options, request, read, patience.timeoutMs)
      } catch (error) {
        if (!(error instanceof ConfluenceError) || !error.isPassing) throw error
        const usualMs = patience.firstDelayMs * 2 ** (attempt - 1) * (1 + Math.random() / 2)
        const delayMs = Math.max(usualMs, error.retryAfterMs ?? 0)
        const isOver = attempt >= patience.maxReads || performance.now() + delayMs > end
        if (request.method !== 'GET' || isOver) throw error
        // If the wait is aborted, the next attempt reports it.
        await wait(delayMs, undefined, { signal: options.signal }).catch(() => {})
      }
    }
  }
  return {
    baseUrl: options.address.baseUrl,
    apiRoot: apiRootOf(options.address),
    get: (path, read) => send({ method: 'GET', path }, read),
    send,
  }
}

/** A page has up to 5 MB, more as JSON. */
const maxAnswerBytes = 16 * 1024 * 1024
const usualSlowDownMs = 5_000

/** @throws {ConfluenceError} No other errors. */
async function trySite<Result>(
  options: SiteOptions,
  request: SiteRequest,
  read: SiteReader<Result>,
  timeoutMs: number,
): Promise<Result> {
  const { address, pace, onAnswer, signal } = options
  const { method } = request
  const isWrite = method !== 'GET'
  let credential: Credential | undefined
  try {
    await pace?.take(method)
    credential = await options.readCredential()
  } catch (cause) {
    if (cause instanceof ConfluenceError) throw cause
    throw new ConfluenceError('unavailable', 'The request could not be prepared.', { cause })
  }
  const { host } = new URL(apiRootOf(address))
  let answer: WireAnswer
  try {
    const wire = await wireRequest(address, credential, request)
    answer = await sendOnce(wire, { timeoutMs, maxAnswerBytes, signal })
  } catch (cause) {
    onAnswer?.(method, 0)
    throw readWireError(cause, host, isWrite)
  }
  onAnswer?.(method, answer.status)
  const isDone = answer.status >= 200 && answer.status < 300
  const readFailure = (): ConfluenceError =>
    readError(withoutCredential(answer, credential), { ...request, host }, new Date())
  // A successful write counts, even if the site took us for anonymous.
  if (isDone && (isWrite || !isAnonymousAnswer(answer.headers))) {
    return readResult(answer, read, isWrite, readFailure)
  }
  const error = readFailure()
  if (answer.status === 429) pace?.slowDown(error.retryAfterMs ?? usualSlowDownMs)
  throw error
}

async function wireRequest(
  address: SiteAddress,
  credential: Credential | undefined,
  { method, path, json, form }: SiteRequest,
): Promise<WireRequest> {
  const multipart = form && new Response(form)
  return {
    url: `${apiRootOf(address)}${path}`,
    method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...(credential && { authorization: authorizationOf(credential) }),
      // Some Data Center versions require this header even without a body.
      'content-type': multipart?.headers.get('content-type') ?? 'application/json',
      'user-agent': 'Markport',
      'x-atlassian-token': 'no-check',
    },
    body: (await multipart?.bytes()) ?? (json === undefined ? undefined : JSON.stringify(json)),
  }
}

function readResult<Result>(
  answer: WireAnswer,
  read: SiteReader<Result>,
  isWrite: boolean,
  readFailure: () => ConfluenceError,
): Result {
  try {
    return read(answer.text === '' ? undefined : parseSiteJson(answer.text))
  } catch (cause) {
    if (cause instanceof ConfluenceError) throw cause
    const error = readFailure()
    if (error.kind === 'foreign') throw error
    const reason = cause instanceof UnreadableAnswerError ? cause.message : 'It makes no sense.'
    const kind = isWrite ? 'unknown' : 'unavailable'
    const message = `The site's answer cannot be read. ${reason}`
    throw new ConfluenceError(kind, message, { cause, status: answer.status })
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

function readWireError(cause: unknown, host: string, isWrite: boolean): ConfluenceError {
  const { code, isSent } = cause instanceof WireError ? cause : new WireError('ERROR', false)
  const kind = isWrite && isSent ? 'unknown' : 'unavailable'
  return new ConfluenceError(kind, describeFailure(code, host), {
    isPassing: !lastingCodes.has(code),
  })
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

/** Returns no value for rows to skip; `base` is the site's address in the answer. */
type RowReader<Row> = (row: unknown, base: string | undefined) => readonly Row[]

const rowsPerRequest = 200
const maxRequests = 500

/**
 * @throws {ConfluenceError} When the list cannot be read or leads to another site.
 */
export async function readList<Row>(
  client: SiteClient,
  path: string,
  readRow: RowReader<Row>,
  maxRows: number = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const limit = Math.min(maxRows, rowsPerRequest)
  const start = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
  const rows: Row[] = []
  let next: string | undefined = ''
  for (let count = 0; next !== undefined && rows.length < maxRows; count += 1) {
    const place: string = next
    await client.get(start + place, (json) => {
      if (count >= maxRequests) throw new UnreadableAnswerError('The list has no end.')
      const base = findText(json, '_links', 'base')
      const part = listOf(json, 'results').flatMap((row) => readRow(row, base))
      next = nextPlace(json, client)
      if (next === place) throw new UnreadableAnswerError('The list goes on nowhere.')
      append(rows, part)
    })
  }
  return rows.slice(0, maxRows)
}

/** Trust only the position in the next part's address, because it could lead to another site. */
function nextPlace(json: unknown, { baseUrl, apiRoot }: SiteClient): string | undefined {
  const next = findText(json, '_links', 'next')
  if (next === undefined) return undefined
  const origins = [baseUrl, apiRoot].map((root) => new URL(root).origin)
  const url = URL.parse(next, origins[0])
  if (url === null || !origins.includes(url.origin)) {
    throw new UnreadableAnswerError('The list leads to another host.')
  }
  for (const name of ['cursor', 'start']) {
    const position = url.searchParams.get(name)
    if (position) return `&${name}=${encodeURIComponent(position)}`
  }
  throw new UnreadableAnswerError('The list goes on nowhere.')
}

export type Pace = ReturnType<typeof sitePace>

/** Milliseconds for each request: half of Atlassian's documented limit for API tokens. */
const betweenMs = 20
/** After a pause, the requests of at most this time may be sent at once. */
const burstMs = 1_000
/** A request that would wait longer fails, and its delivery tries again later. */
const maxWaitMs = 15_000
/** A site may ask us to wait for days, but we try again after this time. */
const maxBlockMs = 15 * 60_000

/** The pace of requests in this process; other processes have their own. */
export function sitePace(clock: Clock) {
  let nextAt = 0
  return {
    /** @throws {ConfluenceError} When the wait would be too long. */
    async take(method: string): Promise<void> {
      const now = clock().getTime()
      // A later time comes from a clock that was set back.
      if (nextAt > now + maxBlockMs) nextAt = now
      const startAt = Math.max(nextAt, now - burstMs)
      const waitMs = startAt - now
      if (waitMs > maxWaitMs) {
        const message = 'the site is to be asked later'
        throw new ConfluenceError('unavailable', message, { retryAfterMs: waitMs })
      }
      // Atlassian allows half as many PUT and DELETE as others.
      nextAt = startAt + betweenMs * (method === 'PUT' || method === 'DELETE' ? 2 : 1)
      if (waitMs > 0) await wait(waitMs)
    },
    slowDown(retryAfterMs: number): void {
      const until = clock().getTime() + Math.min(maxBlockMs, Math.max(0, retryAfterMs))
      nextAt = Math.max(nextAt, until)
    },
  }
}
