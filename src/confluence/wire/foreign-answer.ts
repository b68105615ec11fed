/**
 * Tells what Confluence did not answer itself: a firewall, a proxy or a page for signing in did in its
 * place. Nobody is blamed for that, neither a credential nor whoever wrote a page.
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http'
import { maxRead, type SiteWords, seenWords } from './site-words.ts'

/** A request, as whoever looks after the network knows it. */
export interface NamedRequest {
  readonly method: string
  /** Below the root of the API. */
  readonly path: string
  readonly host: string
}

interface Seen extends Pick<SiteWords, 'words' | 'form'> {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** What Cloud's edge and Data Center's filters put on every answer, whatever it says. */
const ownHeader =
  /^(?:atl-traceid|atl-request-id|x-(?:arequestid|asen|asessionid|ausername)|x-(?:confluence|seraph)-.+)$/
const ownServer = /^Atlassian/i
/** Data Center's own server, where its filters were not reached. */
const ownPage = /^HTTP Status \d{3}/

/** By these nothing but what stands in between asks for something. */
const neverOwn: ReadonlySet<number> = new Set([407, 511])
/** By them Confluence answers JSON with words in it. */
const blaming: ReadonlySet<number> = new Set([401, 403])
/** Nothing is carried out that is answered by them. */
const notDone: ReadonlySet<number> = new Set([301, 307, 308, 407, 511])

/** Tell whether something else answered in Confluence's place. */
export function isForeign({ status, headers, words, form }: Seen): boolean {
  if (neverOwn.has(status)) return true
  if (ownServer.test(String(headers.server)) || Object.keys(headers).some(isOwnHeader)) return false
  if (status >= 300 && status < 400) return true
  if (form === 'page') return !ownPage.test(words)
  // An answer without a body is told by its status alone.
  if (form === 'text') return words !== '' && (blaming.has(status) || status === 404)
  return words === '' && blaming.has(status)
}

const isOwnHeader = (name: string): boolean => ownHeader.test(name)

/** Tell whether a write that was answered so may have been carried out: what stands in between may look at answers too. */
export function mayBeDoneBehind(status: number): boolean {
  return !notDone.has(status)
}

const maxExcerpt = 100
const maxHeader = 40

/**
 * Say what answered, and what to ask for.
 * @param answer With nothing secret in it.
 */
export function describeForeign(
  { status, headers, text }: Pick<Seen, 'status' | 'headers'> & { readonly text: string },
  { method, path, host }: NamedRequest,
): string {
  const type = seenWords(headers['content-type'] ?? '').replace(/;.*/, '')
  const server = seenWords(String(headers.server ?? ''))
  const told = [type, server && `server ${server}`].map((one) => shortened(one, maxHeader))
  const inBrackets = told.filter((one) => one !== '').join(', ')
  const isRedirect = status >= 300 && status < 400
  const lead = isRedirect ? `, which leads to ${leadOf(headers)},` : ''
  const what = `HTTP ${status}${inBrackets && ` (${inBrackets})`}${lead}`
  const mayBeDown = status >= 500 && !neverOwn.has(status)
  const call = `${method} ${path.replace(/\?.*/, '')}`
  const excerpt = shortened(seenWords(text.slice(0, maxRead)).replaceAll('"', "'"), maxExcerpt)
  return [
    `${what} came from something before Confluence, not from it.`,
    `${mayBeDown ? 'If Confluence is up, ask' : 'Ask'} the network's people to let ${call} through to ${host}.`,
    ...(excerpt === '' ? [] : [`It says: "${excerpt}"`]),
  ].join(' ')
}

/** Where a redirect leads, without what its address may hold. */
export function leadOf({ location = '' }: IncomingHttpHeaders): string {
  return URL.parse(location)?.origin ?? 'another page'
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
