/** What an answer that is an error means for whoever asked. @module */
import type { IncomingHttpHeaders } from 'node:http'
import type { WireAnswer } from '../../base/wire.ts'
import { ConfluenceError, type ConfluenceErrorKind } from '../site.ts'
import { memberOf, parseSiteJson } from './site-json.ts'

interface Seen extends SiteWords {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** `open`: a read is unavailable, and a write may have been carried out or not. */
type Meaning = ConfluenceErrorKind | 'open'

const maxQuoted = 300
/** Nobody is left alone for longer, whatever the site asks. */
const maxRetryAfterMs = 60 * 60_000

const isStranger = ({ headers }: Seen): boolean => isTakenForNobody(headers)
/** Transactions that lost against another, at any status. */
const hasLostRace = ({ words }: Seen): boolean =>
  /OptimisticLock|StaleObjectState|unreconciled|UnexpectedRollback|Transaction rolled back/i.test(
    words,
  )
const isTitleTaken = ({ words }: Seen): boolean =>
  /already exists/i.test(words) && /with (?:this|the|the same) title\b/i.test(words)

/** The first row that fits decides. */
const meanings: readonly [fits: (seen: Seen) => boolean, Meaning][] = [
  [(seen) => seen.status === 429, 'unavailable'],
  [(seen) => seen.status === 410, 'removed'],
  [isStranger, 'credential'],
  [({ status }) => status === 401 || status === 403, 'credential'],
  [hasLostRace, 'conflict'],
  [isTitleTaken, 'title-taken'],
  [({ status }) => status === 409, 'conflict'],
  // A credential that REST v2 does not accept sees nothing; what is missing is named.
  [({ status, isBare }) => status === 404 && isBare, 'credential'],
  [({ status, form }) => status === 404 && form === 'json', 'not-found'],
  // No API stands there: the address is wrong, or a proxy answers for the site.
  [({ status }) => [301, 307, 308, 404].includes(status), 'unavailable'],
  [({ status }) => status === 408 || status >= 500 || status < 400, 'open'],
  [() => true, 'bad-request'],
]

/** Read an answer that is an error. */
export function readError(
  answer: Omit<WireAnswer, 'bytes'>,
  { method, path }: { readonly method: string; readonly path: string },
  now: Date,
): ConfluenceError {
  const { status, headers } = answer
  const seen = { status, headers, ...readSiteWords(answer.text) }
  const meaning = meanings.find(([fits]) => fits(seen))?.[1] ?? 'open'
  const kind = kindOf(meaning, method !== 'GET')
  // Whoever looks after the site wants to know which call it is.
  const way = kind === 'removed' ? `${method} ${path.replace(/\?.*/, '')}: ` : ''
  return new ConfluenceError(kind, way + quote(seen), {
    status,
    retryAfterMs: retryAfterMsOf(headers, now),
    isTokenRefused: isStranger(seen),
  })
}

/**
 * Tell an answer of Data Center that takes a token which it does not know for nobody.
 * @param headers Of any answer, 200 as well.
 */
export function isTakenForNobody(headers: IncomingHttpHeaders): boolean {
  const reason = String(headers['x-seraph-loginreason'])
  return /AUTHENTICAT(?:ED|ION)_(?:FAILED|DENIED)|AUTHORI[SZ]ATION_FAILED/i.test(reason)
}

function kindOf(meaning: Meaning, isWrite: boolean): ConfluenceErrorKind {
  if (meaning !== 'open') return meaning
  return isWrite ? 'unknown' : 'unavailable'
}

function quote({ status, headers, words, form }: Seen): string {
  const quoted = words.length > maxQuoted ? `${words.slice(0, maxQuoted)}…` : words
  if (status < 300) return 'The site takes the credential for nobody.'
  if (status >= 300 && status < 400) return `HTTP ${status}, which leads to ${leadOf(headers)}`
  if (form === 'json' && quoted !== '') return quoted
  if (status === 413) return 'it is too large for Confluence, or for a proxy before it (HTTP 413)'
  return quoted === '' ? `HTTP ${status}` : `HTTP ${status}: ${quoted}`
}

function leadOf({ location = '' }: IncomingHttpHeaders): string {
  const host = URL.parse(location)?.origin
  return host ?? 'another page'
}

/** Seconds or a date (RFC 9110 §10.2.3); a date is compared with the site's own. */
function retryAfterMsOf(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  const asked = /^\d{1,9}$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - (Date.parse(headers.date ?? '') || now.getTime())
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, 0), maxRetryAfterMs)
}

/** What an answer that is an error holds. */
interface SiteWords {
  /** In plain words, without markup; empty where it says nothing. */
  readonly words: string
  readonly form: 'json' | 'page' | 'text'
  /** REST v2 says no more than `Not Found`. */
  readonly isBare: boolean
}

const maxRead = 65_536
const maxWords = 2_000

/**
 * Read what an answer says: REST v2 (`errors`), REST v1 (`message`), the gateway's own, a web page or
 * plain text.
 */
function readSiteWords(text: string): SiteWords {
  const start = text.slice(0, maxRead)
  const json = tryParse(start)
  if (typeof json === 'object' && json !== null) {
    const words = plain(jsonWords(json))
    const isV2 = memberOf(json, 'errors') !== undefined
    return { words, form: 'json', isBare: isV2 && words === 'Not Found' }
  }
  const [, title] = /<title[^<>]*>([^<]*)/i.exec(start) ?? []
  const isPage = title !== undefined || /^\s*<(?:!doctype|html)/i.test(start)
  return {
    words: plain(isPage ? (title ?? '') : start),
    form: isPage ? 'page' : 'text',
    isBare: false,
  }
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
  const told = [
    ...(Array.isArray(errors) ? errors.slice(0, 5).flatMap(v2Words) : []),
    memberOf(json, 'message'),
    ...dataWords(json),
  ]
  return told.filter((words) => typeof words === 'string' && words !== '').join('. ')
}

function v2Words(error: unknown): unknown[] {
  return [memberOf(error, 'title'), memberOf(error, 'detail')]
}

function dataWords(json: object): unknown[] {
  const errors = memberOf(json, 'data', 'errors')
  if (!Array.isArray(errors)) return []
  return errors.slice(0, 5).map((error) => {
    const message = memberOf(error, 'message')
    // Some have words in the place of a key, and no translation.
    return memberOf(message, 'translation') || memberOf(message, 'key')
  })
}

function plain(text: string): string {
  return text
    .slice(0, maxWords)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/^(?:[\w$]+\.)+[\w$]+Exception: /, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}
