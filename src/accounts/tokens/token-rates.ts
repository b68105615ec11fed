/** Rate limits of tokens in this process: a burst, refilled over time. @module */
import { RequestError } from '../../contract/errors.ts'

const rates = {
  reading: { perSecond: 50, burst: 200 },
  calls: { perSecond: 10, burst: 600 },
  agentWriting: { perSecond: 0.5, burst: 30 },
} as const

export type RateKind = keyof typeof rates

/** @throws {RequestError} `too-many-requests`. */
export type CountRequest = (kind: RateKind, tokenId: string) => void

export function countRequests(): CountRequest {
  /** When the burst of a token is whole again. The tokens used longest ago come first. */
  const fullAt = new Map<string, number>()
  return (kind, tokenId) => {
    const { perSecond, burst } = rates[kind]
    const key = `${kind} ${tokenId}`
    const now = performance.now()
    const msOfOne = 1_000 / perSecond
    const usedMs = Math.max(0, (fullAt.get(key) ?? 0) - now)
    const overMs = usedMs + msOfOne - burst * msOfOne
    if (overMs > 0) {
      throw new RequestError(
        'too-many-requests',
        `This token has asked too often: ${burst} at once, and ${60 * perSecond} more each minute. Wait as Retry-After says.`,
        { retryAfterSeconds: Math.ceil(overMs / 1_000) },
      )
    }
    fullAt.delete(key)
    fullAt.set(key, now + usedMs + msOfOne)
    for (const [id, at] of fullAt) {
      if (at > now) break
      fullAt.delete(id)
    }
  }
}
