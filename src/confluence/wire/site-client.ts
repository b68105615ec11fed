/**
 * Requests to one site with its credential, read to what was asked for or to a `ConfluenceError`.
 * Reads are tried again while the site cannot answer; a write is sent once.
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises'
import { apiRootOf } from '../site-address.ts'
import { type SiteOptions, type SiteReader, type SiteRequest, trySite } from './site-attempt.ts'
import { parseSiteJson } from './site-json.ts'

export interface SiteClient {
  /** Where people find the site. */
  readonly baseUrl: string
  /** Where requests go. */
  readonly apiRoot: string
  /** How far the site's clock was ahead of ours at the last answer. */
  clockAheadMs(): number
  /**
   * Send a request.
   * @param read Reads the JSON of the answer, undefined where it is empty.
   * @throws {ConfluenceError} And nothing else.
   */
  send<Result>(request: SiteRequest, read: (json: unknown) => Result): Promise<Result>
}

/** How long to wait for answers, and how often to ask. */
export interface SitePatience {
  /** Of one attempt. */
  readonly timeoutMs: number
  readonly maxReads: number
  /** Before the second read, doubled before each further one, and by chance up to a half longer. */
  readonly firstDelayMs: number
  /** After that no read is tried again. */
  readonly totalMs: number
}

const usualPatience: SitePatience = {
  timeoutMs: 30_000,
  maxReads: 4,
  firstDelayMs: 500,
  totalMs: 40_000,
}

/**
 * Make what sends requests to a site.
 * @param wanted What is to differ from the usual patience.
 */
export function siteClient(options: SiteOptions, wanted: Partial<SitePatience> = {}): SiteClient {
  const patience = { ...usualPatience, ...wanted }
  const clock = { aheadMs: 0 }
  const send = async <Result>(request: SiteRequest, read: SiteReader<Result>): Promise<Result> => {
    const end = performance.now() + patience.totalMs
    for (let attempt = 1; ; attempt += 1) {
      const tried = await trySite(options, request, read, patience.timeoutMs)
      if (tried.clockAheadMs !== undefined) clock.aheadMs = tried.clockAheadMs
      if ('result' in tried) return tried.result
      const { error, isPassing } = tried
      const usualMs = patience.firstDelayMs * 2 ** (attempt - 1) * (1 + Math.random() / 2)
      const delayMs = Math.max(usualMs, error.retryAfterMs ?? 0)
      const isOver = attempt >= patience.maxReads || performance.now() + delayMs > end
      if (request.method !== 'GET' || !isPassing || isOver) throw error
      // Where it is ended, the next attempt says so.
      await wait(delayMs, undefined, { signal: options.signal }).catch(() => {})
    }
  }
  return {
    baseUrl: options.address.baseUrl,
    apiRoot: apiRootOf(options.address),
    clockAheadMs: () => clock.aheadMs,
    send: (request, read) =>
      send(request, ({ text }) => read(text === '' ? undefined : parseSiteJson(text))),
  }
}
