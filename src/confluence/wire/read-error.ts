/** What an answer that is an error means for whoever asked. @module */
import type { IncomingHttpHeaders } from 'node:http'
import type { WireAnswer } from '../../base/wire.ts'
import { ConfluenceError, type ConfluenceErrorKind } from '../confluence-error.ts'
import {
  describeForeign,
  isForeign,
  leadOf,
  mayBeDoneBehind,
  type NamedRequest,
} from './foreign-answer.ts'
import { readSiteWords, type SiteWords } from './site-words.ts'

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
  [(seen) => seen.status === 413, 'bad-request'],
  [isForeign, 'foreign'],
  [(seen) => seen.status === 410, 'removed'],
  [isStranger, 'credential'],
  [({ status }) => status === 401 || status === 403, 'credential'],
  [hasLostRace, 'conflict'],
  [isTitleTaken, 'title-taken'],
  [({ status }) => status === 409, 'conflict'],
  // A credential that REST v2 does not accept sees nothing; what is missing is named.
  [({ status, isBare }) => status === 404 && isBare, 'credential'],
  [({ status, form }) => status === 404 && form === 'json', 'not-found'],
  // No API stands there: the address is wrong.
  [({ status }) => [301, 307, 308, 404].includes(status), 'unavailable'],
  [({ status }) => status === 408 || status >= 500 || status < 400, 'open'],
  [() => true, 'bad-request'],
]

/** Read an answer that is an error, or not what was asked for. */
export function readError(
  answer: Omit<WireAnswer, 'bytes'>,
  request: NamedRequest,
  now: Date,
): ConfluenceError {
  const { status, headers, text } = answer
  const { method, path } = request
  const isWrite = method !== 'GET'
  const seen = { status, headers, ...readSiteWords(text) }
  const kind = kindOf(meanings.find(([fits]) => fits(seen))?.[1] ?? 'open', isWrite)
  // Whoever looks after the site wants to know which call it is.
  const way = kind === 'removed' ? `${method} ${path.replace(/\?.*/, '')}: ` : ''
  const told = { status, retryAfterMs: retryAfterMsOf(headers, now) }
  if (kind === 'foreign') {
    const mayBeDone = isWrite && mayBeDoneBehind(status)
    return new ConfluenceError(kind, describeForeign(answer, request), { ...told, mayBeDone })
  }
  return new ConfluenceError(kind, way + quote(seen), { ...told, isTokenRefused: isStranger(seen) })
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

/** Seconds or a date (RFC 9110 §10.2.3); a date is compared with the site's own. */
function retryAfterMsOf(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  const asked = /^\d{1,9}$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - (Date.parse(headers.date ?? '') || now.getTime())
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, 0), maxRetryAfterMs)
}
