/** The errors of Confluence sites, and how answers are recognized as one of them. @module */

import type { IncomingHttpHeaders } from 'node:http'
import { shortened } from '../contract/base/visible-text.ts'
import { retryAfterMsOf, type WireAnswer } from '../contract/base/wire.ts'
import { memberOf, parseSiteJson } from './wire/site-json.ts'

/**
 * The kind of a site's error.
 * - `credential`: the credential or its rights are refused
 * - `not-found`: space, parent or page is missing or hidden from the account
 * - `title-taken`: a page of the space has this title
 * - `bad-request`: the page is refused; the message quotes why
 * - `removed`: the API no longer has this call; nothing was written
 * - `foreign`: a firewall, proxy or sign-in page answered instead
 * - `conflict`: somebody wrote another version, or the site is working on the page
 * - `unavailable`: the site cannot answer now; nothing was written
 * - `unknown`: a write may have been carried out
 */
export type ConfluenceErrorKind =
  | 'credential'
  | 'not-found'
  | 'title-taken'
  | 'bad-request'
  | 'removed'
  | 'foreign'
  | 'conflict'
  | 'unavailable'
  | 'unknown'

export class ConfluenceError extends Error {
  readonly kind: ConfluenceErrorKind
  readonly status: number | undefined
  /** Milliseconds that the site asks us to wait. */
  readonly retryAfterMs: number | undefined
  /** Whether the site does not know the token, rather than refusing this request. */
  readonly isTokenRefused: boolean
  /** Whether a write may have been carried out. */
  readonly mayBeDone: boolean
  /** Whether the same read may succeed if it is sent again soon. */
  readonly isPassing: boolean

  /** @param message The site's words, shortened; never a credential. */
  constructor(
    kind: ConfluenceErrorKind,
    message: string,
    options: {
      status?: number
      retryAfterMs?: number | undefined
      isTokenRefused?: boolean
      mayBeDone?: boolean
      isPassing?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ConfluenceError'
    this.kind = kind
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
    this.isTokenRefused = options.isTokenRefused ?? false
    this.mayBeDone = options.mayBeDone ?? kind === 'unknown'
    this.isPassing = options.isPassing ?? false
  }
}

export function isOfKind(
  error: unknown,
  ...kinds: readonly ConfluenceErrorKind[]
): error is ConfluenceError {
  return error instanceof ConfluenceError && kinds.includes(error.kind)
}

/** Tell whether the site is unavailable and nothing was written. */
export function isAway(error: unknown): boolean {
  return isOfKind(error, 'unavailable', 'foreign') && !error.mayBeDone
}

export function mayBeDone(error: unknown): boolean {
  return error instanceof ConfluenceError && error.mayBeDone
}

export function isNoWay(error: unknown): boolean {
  return isOfKind(error, 'bad-request', 'not-found', 'removed')
}

/**
 * Check an id before it is used in an address.
 * @throws {ConfluenceError} `not-found` when no site has such an id.
 */
export function plainId(id: string): string {
  if (!isPlainId(id)) throw new ConfluenceError('not-found', 'No such id is there.')
  return id
}

export function isPlainId(id: string): boolean {
  return /^[1-9]\d{0,17}$/.test(id)
}

export async function unlessMissing<Result>(
  find: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await find()
  } catch (error) {
    if (isOfKind(error, 'not-found')) return undefined
    throw error
  }
}

/** Returns undefined on older versions and behind proxies that lack such a list. */
export async function unlessWithoutList<Result>(
  list: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await list
  } catch (error) {
    const isMissing = error instanceof ConfluenceError && error.status === 404
    if (!isMissing || error.kind === 'credential') throw error
    return undefined
  }
}

interface ErrorDetails extends SiteWords {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** `open` means unavailable for a read and unknown for a write. */
type Meaning = ConfluenceErrorKind | 'open'

const maxQuoted = 300
const maxRetryAfterMs = 60 * 60_000
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

const isAnonymous = ({ headers }: ErrorDetails): boolean => isAnonymousAnswer(headers)
/** Confluence reports lost database transactions with any status, so its words decide. */
const hasLostRace = ({ words }: ErrorDetails): boolean =>
  /OptimisticLock|StaleObjectState|unreconciled|UnexpectedRollback|Transaction rolled back/i.test(
    words,
  )
const isTitleTaken = ({ words }: ErrorDetails): boolean =>
  /already exists/i.test(words) && /with (?:this|the|the same) title\b/i.test(words)

const meanings: readonly [fits: (details: ErrorDetails) => boolean, Meaning][] = [
  [(details) => details.status === 429, 'unavailable'],
  [(details) => details.status === 413, 'bad-request'],
  [isForeign, 'foreign'],
  [(details) => details.status === 410, 'removed'],
  [isAnonymous, 'credential'],
  [({ status }) => status === 401 || status === 403, 'credential'],
  [hasLostRace, 'conflict'],
  [isTitleTaken, 'title-taken'],
  [({ status }) => status === 409, 'conflict'],
  // REST v2 answers a bare 404 to invalid credentials, and names what is missing otherwise.
  [({ status, isBare }) => status === 404 && isBare, 'credential'],
  [({ status, form }) => status === 404 && form === 'json', 'not-found'],
  [({ status }) => [301, 307, 308, 404].includes(status), 'unavailable'],
  [({ status }) => status === 408 || status >= 500 || status < 400, 'open'],
  [() => true, 'bad-request'],
]

export function readError(
  answer: Omit<WireAnswer, 'bytes'>,
  request: NamedRequest,
  now: Date,
): ConfluenceError {
  const { status, headers, text } = answer
  const { method, path } = request
  const isWrite = method !== 'GET'
  const details = { status, headers, ...readSiteWords(text) }
  const meaning = meanings.find(([fits]) => fits(details))?.[1] ?? 'open'
  const openKind = isWrite ? 'unknown' : 'unavailable'
  const kind = meaning === 'open' ? openKind : meaning
  const prefix = kind === 'removed' ? `${method} ${path.replace(/\?.*/, '')}: ` : ''
  const delayMs = retryAfterMsOf(headers, now)
  const common = {
    status,
    retryAfterMs: delayMs && Math.min(delayMs, maxRetryAfterMs),
    isPassing: passingStatuses.has(status),
  }
  if (kind === 'foreign') {
    // A proxy may report a failure although the site has carried out the write.
    const mayBeDone = isWrite && !unprocessedStatuses.has(status)
    return new ConfluenceError(kind, describeForeign(answer, request), { ...common, mayBeDone })
  }
  return new ConfluenceError(kind, prefix + quote(details), {
    ...common,
    isTokenRefused: isAnonymous(details),
  })
}

/**
 * Data Center treats unknown tokens as anonymous; tell such answers by their headers.
 * @param headers Of any answer, also 200.
 */
export function isAnonymousAnswer(headers: IncomingHttpHeaders): boolean {
  const reason = String(headers['x-seraph-loginreason'])
  return /AUTHENTICAT(?:ED|ION)_(?:FAILED|DENIED)|AUTHORI[SZ]ATION_FAILED/i.test(reason)
}

function quote({ status, headers, words, form }: ErrorDetails): string {
  const quoted = words.length > maxQuoted ? `${words.slice(0, maxQuoted)}…` : words
  if (status < 300) return 'The site takes the credential for nobody.'
  if (status >= 300 && status < 400)
    return `HTTP ${status}, which leads to ${redirectOrigin(headers)}`
  if (form === 'json' && quoted !== '') return quoted
  if (status === 413) return 'it is too large for Confluence, or for a proxy before it (HTTP 413)'
  return quoted === '' ? `HTTP ${status}` : `HTTP ${status}: ${quoted}`
}

export interface NamedRequest {
  readonly method: string
  readonly path: string
  readonly host: string
}

/** Headers that Cloud's edge or Data Center's filters put on every answer. */
const confluenceHeader =
  /^(?:atl-traceid|atl-request-id|x-(?:arequestid|asen|asessionid|ausername)|x-(?:confluence|seraph)-.+)$/
const atlassianServer = /^Atlassian/i
/** Error pages of Data Center's own server. */
const dataCenterPage = /^HTTP Status \d{3}/

const proxyStatuses: ReadonlySet<number> = new Set([407, 511])
/** Confluence answers these with JSON and a message. */
const authStatuses: ReadonlySet<number> = new Set([401, 403])
/** Statuses that guarantee that the request was not carried out. */
const unprocessedStatuses: ReadonlySet<number> = new Set([301, 307, 308, 407, 511])

const hasConfluenceHeader = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => confluenceHeader.test(name))

function isForeign({ status, headers, words, form }: ErrorDetails): boolean {
  if (proxyStatuses.has(status)) return true
  if (atlassianServer.test(String(headers.server)) || hasConfluenceHeader(headers)) return false
  if (status >= 300 && status < 400) return true
  if (form === 'page') return !dataCenterPage.test(words)
  // Without a body, only the status decides.
  if (form === 'text') return words !== '' && (authStatuses.has(status) || status === 404)
  return words === '' && authStatuses.has(status)
}

const maxExcerpt = 100
const maxHeader = 40

/**
 * @param answer Must contain no secrets.
 */
function describeForeign(
  { status, headers, text }: Pick<ErrorDetails, 'status' | 'headers'> & { readonly text: string },
  { method, path, host }: NamedRequest,
): string {
  const type = visibleLine(headers['content-type'] ?? '').replace(/;.*/, '')
  const server = visibleLine(String(headers.server ?? ''))
  const sender = [type, server && `server ${server}`].map((part) => shortened(part, maxHeader))
  const inBrackets = sender.filter((part) => part !== '').join(', ')
  const isRedirect = status >= 300 && status < 400
  const lead = isRedirect ? `, which leads to ${redirectOrigin(headers)},` : ''
  const summary = `HTTP ${status}${inBrackets && ` (${inBrackets})`}${lead}`
  const mayBeDown = status >= 500 && !proxyStatuses.has(status)
  const call = `${method} ${path.replace(/\?.*/, '')}`
  const excerpt = shortened(
    visibleLine(text.slice(0, maxInspected)).replaceAll('"', "'"),
    maxExcerpt,
  )
  return [
    `${summary} came from something before Confluence, not from it.`,
    `${mayBeDown ? 'If Confluence is up, ask' : 'Ask'} the network's people to let ${call} through to ${host}.`,
    ...(excerpt === '' ? [] : [`It says: "${excerpt}"`]),
  ].join(' ')
}

function redirectOrigin({ location = '' }: IncomingHttpHeaders): string {
  return URL.parse(location)?.origin ?? 'another page'
}

interface SiteWords {
  readonly words: string
  readonly form: 'json' | 'page' | 'text'
  /** True for REST v2's bare `Not Found`. */
  readonly isBare: boolean
}

const maxInspected = 65_536
const maxWords = 2_000

/**
 * Reads the error formats of REST v2 (`errors`), REST v1 (`message`), the gateway, web pages and
 * plain text.
 */
function readSiteWords(text: string): SiteWords {
  const start = text.slice(0, maxInspected)
  const json = tryParse(start)
  if (typeof json === 'object' && json !== null) {
    const words = plainText(jsonWords(json))
    const isV2 = memberOf(json, 'errors') !== undefined
    return { words, form: 'json', isBare: isV2 && words === 'Not Found' }
  }
  if (!/^\s*</.test(start)) return { words: plainText(start), form: 'text', isBare: false }
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(start) ?? []
  return { words: plainText(title), form: 'page', isBare: false }
}

function tryParse(text: string): unknown {
  try {
    return parseSiteJson(text)
  } catch {
    return undefined
  }
}

function jsonWords(json: object): string {
  const errors = memberOf(json, 'errors')
  const messages = [
    ...(Array.isArray(errors) ? errors.slice(0, 5).flatMap(v2Words) : []),
    memberOf(json, 'message'),
    ...dataWords(json),
  ]
  return messages.filter((words) => typeof words === 'string' && words !== '').join('. ')
}

function v2Words(error: unknown): unknown[] {
  return [memberOf(error, 'title'), memberOf(error, 'detail')]
}

function dataWords(json: object): unknown[] {
  const errors = memberOf(json, 'data', 'errors')
  if (!Array.isArray(errors)) return []
  return errors.slice(0, 5).map((error) => {
    const message = memberOf(error, 'message')
    // Some answers put words into the key and have no translation.
    return memberOf(message, 'translation') || memberOf(message, 'key')
  })
}

function plainText(text: string): string {
  return visibleLine(text.slice(0, maxWords)).replace(/^(?:[\w$]+\.)+[\w$]+Exception: /, '')
}

function visibleLine(text: string): string {
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|svg|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}
