/** How often a token may ask: so many at once, and as many more as time gives back, in this process. @module */
import { RequestError } from '../../base/errors.ts'

interface TokenRate {
  readonly perSecond: number
  /** As many at once. */
  readonly burst: number
}

/** What is left to a token after a request. */
export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** Until all of it is there again. */
  readonly resetSeconds: number
}

export type RateKind = 'reading' | 'writing' | 'calls' | 'agentWriting'

/** What each token has, of each process. */
const rates: Readonly<Record<RateKind, TokenRate>> = {
  reading: { perSecond: 50, burst: 200 },
  // Some clients create all pages below one at once, and try no second time.
  writing: { perSecond: 10, burst: 200 },
  calls: { perSecond: 10, burst: 600 },
  agentWriting: { perSecond: 0.5, burst: 30 },
}

/**
 * Counts a request of a token, by its id, as one of a kind.
 * @param tell Hears what is left, also where the request is refused.
 * @throws {RequestError} `too-many-requests`.
 */
export type CountRequest = (
  kind: RateKind,
  tokenId: string,
  tell?: (left: RateState) => void,
) => void

/** Make the counts of a process, which all addresses share. */
export function countRequests(): CountRequest {
  const counts = Object.fromEntries(
    Object.entries(rates).map(([kind, rate]) => [kind, tokenRates(rate)]),
  ) as Record<RateKind, ReturnType<typeof tokenRates>>
  return (kind, tokenId, tell) => {
    const { refusal, ...left } = counts[kind](tokenId)
    tell?.(left)
    if (refusal !== undefined) throw refusal
  }
}

/**
 * Make the rates of tokens.
 * @param nowMs The time, which never goes back.
 * @returns Counts a request of a token, by its id.
 */
function tokenRates(
  { perSecond, burst }: TokenRate,
  nowMs: () => number = () => performance.now(),
): (tokenId: string) => RateState & { readonly refusal?: RequestError } {
  /** When each token has all of its requests again; those that have are not kept. */
  const fullAt = new Map<string, number>()
  const msOfOne = 1_000 / perSecond
  return (tokenId) => {
    const now = nowMs()
    const usedMs = Math.max(0, (fullAt.get(tokenId) ?? 0) - now)
    const overMs = usedMs + msOfOne - burst * msOfOne
    if (overMs > 0) {
      const refusal = new RequestError(
        'too-many-requests',
        `This token has asked too often: ${burst} at once, and ${60 * perSecond} more each minute. Wait as Retry-After says.`,
        { retryAfterSeconds: Math.ceil(overMs / 1_000) },
      )
      return { limit: burst, remaining: 0, resetSeconds: Math.ceil(usedMs / 1_000), refusal }
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
