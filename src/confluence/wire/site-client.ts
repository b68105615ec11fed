/**
 * Requests to a site, with JSON answers or a `ConfluenceError`. Reads are retried; a write is sent
 * once.
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises'
import { apiRootOf } from '../site-address.ts'
import { type SiteOptions, type SiteReader, type SiteRequest, trySite } from './site-attempt.ts'
import { parseSiteJson } from './site-json.ts'

export interface SiteClient {
  readonly baseUrl: string
  readonly apiRoot: string
  /** How far the site's clock was ahead at the last answer, in milliseconds. */
  clockAheadMs(): number
  /**
   * @param read Receives the JSON; undefined for an empty answer.
   * @throws {ConfluenceError} No other errors.
   */
  send<Result>(request: SiteRequest, read: (json: unknown) => Result): Promise<Result>
}

/** Time limits and retries, in milliseconds. */
export interface SitePatience {
  readonly timeoutMs: number
  readonly maxReads: number
  /** Before the second read, doubled each time, with random jitter up to one half. */
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
 * @param overrides Of the default patience.
 */
export function siteClient(
  options: SiteOptions,
  overrides: Partial<SitePatience> = {},
): SiteClient {
  const patience = { ...usualPatience, ...overrides }
  const clock = { aheadMs: 0 }
  const send = async <Result>(request: SiteRequest, read: SiteReader<Result>): Promise<Result> => {
    const end = performance.now() + patience.totalMs
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await trySite(options, request, read, patience.timeoutMs)
      if (outcome.clockAheadMs !== undefined) clock.aheadMs = outcome.clockAheadMs
      if ('result' in outcome) return outcome.result
      const { error, isPassing } = outcome
      const usualMs = patience.firstDelayMs * 2 ** (attempt - 1) * (1 + Math.random() / 2)
      const delayMs = Math.max(usualMs, error.retryAfterMs ?? 0)
      const isOver = attempt >= patience.maxReads || performance.now() + delayMs > end
      if (request.method !== 'GET' || !isPassing || isOver) throw error
      // If the wait is aborted, the next attempt reports it.
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
