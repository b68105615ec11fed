/** Rate limits of tokens in this process: a burst, refilled over time. @module */
import { RequestError } from '../../contract/errors.ts'

interface TokenRate {
  readonly perSecond: number
  readonly burst: number
}

export interface RateState {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export type RateKind = 'reading' | 'writing' | 'calls' | 'agentWriting'

const rates: Readonly<Record<RateKind, TokenRate>> = {
  reading: { perSecond: 50, burst: 200 },
  // Some clients create all children of a page at once and do not retry.
  writing: { perSecond: 10, burst: 200 },
  calls: { perSecond: 10, burst: 600 },
  agentWriting: { perSecond: 0.5, burst: 30 },
}

/** @param report Called with the remaining rate, even if the request is refused. */
export type CountRequest = (
  kind: RateKind,
  tokenId: string,
  report?: (rate: RateState) => void,
) => void

export function countRequests(): CountRequest {
  const counts = Object.fromEntries(
    Object.entries(rates).map(([kind, rate]) => [kind, tokenRates(rate)]),
  ) as Record<RateKind, ReturnType<typeof tokenRates>>
  return (kind, tokenId, report) => {
    const { refusal, ...rate } = counts[kind](tokenId)
    report?.(rate)
    if (refusal !== undefined) throw refusal
  }
}

function tokenRates(
  { perSecond, burst }: TokenRate,
  nowMs: () => number = () => performance.now(),
): (tokenId: string) => RateState & { readonly refusal?: RequestError } {
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
    // Moves the token to the end, so that the first entries expire first.
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
