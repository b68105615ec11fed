/** How often a token may ask: so many at once, and as many more as time gives back, in this process. @module */
import { RequestError } from '../../base/errors.ts'

interface TokenRate {
  readonly perSecond: number
  /** As many at once. */
  readonly burst: number
}

/** What is left to a token after a request. */
interface RateState {
  readonly limit: number
  readonly remaining: number
  /** Until all of it is there again. */
  readonly resetSeconds: number
}

type RateKind = 'reading' | 'writing' | 'calls' | 'agentWriting'

/** What each token has, of each process. */
const rates: Readonly<Record<RateKind, TokenRate>> = {
  reading: { perSecond: 50, burst: 200 },
  // Some clients create all pages below one at once, and try no second time.
  writing: { perSecond: 10, burst: 200 },
  calls: { perSecond: 10, burst: 600 },
  agentWriting: { perSecond: 0.5, burst: 30 },
}

/** Counts a request of a token, by its id, as one of a kind. */
export type CountRequest = (kind: RateKind, tokenId: string) => RateState

/** Make the counts of a process, which all addresses share. */
export function countRequests(): CountRequest {
  const counts = Object.fromEntries(
    Object.entries(rates).map(([kind, rate]) => [kind, tokenRates(rate)]),
  ) as Record<RateKind, ReturnType<typeof tokenRates>>
  return (kind, tokenId) => counts[kind](tokenId)
}

/**
 * Spell what is left, by the names that Confluence has for it.
 * @param state What is left.
 */
export function rateHeaders({ limit, remaining, resetSeconds }: RateState): [string, string][] {
  return [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(resetSeconds)],
  ]
}

/**
 * Make the rates of tokens.
 * @param rate What each token has.
 * @param nowMs The time, which never goes back.
 * @returns Counts a request of a token, by its id.
 */
export function tokenRates(
  { perSecond, burst }: TokenRate,
  nowMs: () => number = () => performance.now(),
): (tokenId: string) => RateState {
  /** When each token has all of its requests again; those that have are not kept. */
  const fullAt = new Map<string, number>()
  const msOfOne = 1_000 / perSecond
  return (tokenId) => {
    const now = nowMs()
    const usedMs = Math.max(0, (fullAt.get(tokenId) ?? 0) - now)
    if (usedMs + msOfOne > burst * msOfOne) {
      const waitMs = usedMs + msOfOne - burst * msOfOne
      throw new RequestError(
        'too-many-requests',
        `This token has asked too often: ${burst} at once, and ${60 * perSecond} more each minute. Wait as Retry-After says.`,
        { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
      )
    }
    // Put behind the others, so that the first are those that have all again.
    fullAt.delete(tokenId)
    fullAt.set(tokenId, now + usedMs + msOfOne)
    for (const [id, at] of fullAt) {
      if (at > now) break
      fullAt.delete(id)
    }
    return {
      limit: burst,
      remaining: Math.floor(burst - (usedMs + msOfOne) / msOfOne),
      resetSeconds: Math.ceil((usedMs + msOfOne) / 1_000),
    }
  }
}
