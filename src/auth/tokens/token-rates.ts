/** How often a token may ask: so many at once, and as many more as time gives back, in this process. @module */
import { RequestError } from '../../base/errors.ts'

export interface TokenRate {
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
        `This token has asked too often: ${burst} at once, and ${perSecond} more each second. Wait as Retry-After says.`,
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
