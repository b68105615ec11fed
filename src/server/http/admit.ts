/** Limits costly requests, and authenticates, counts and limits those with host tokens. @module */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { HostTokenHolder } from '../../accounts/tokens/host-tokens.ts'
import type { Caller, Places } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import { tokenExpiresHeader } from '../../contract/paths.ts'
import type { ServiceParts } from '../service/compose.ts'
import type { RequestScope } from './request-scope.ts'

/**
 * Waits for a free place. Earlier stages read the body, so that a slow sender holds no place.
 * @param callerOf Names the caller, because one caller may hold only some of the places.
 */
export function admit<Scope extends Env = RequestScope>(
  gate: Places,
  callerOf: (c: Context<Scope>) => Pick<Caller, 'key' | 'isKnown'>,
): MiddlewareHandler<Scope> {
  return createMiddleware<Scope>((c, next) =>
    gate.hold({ ...callerOf(c), signal: c.req.raw.signal }, next),
  )
}

interface Exchange {
  readonly incoming: Pick<IncomingMessage, 'headersDistinct'>
  readonly outgoing: Pick<ServerResponse, 'setHeader'>
}

/** @throws {RequestError} `unauthorized` or `too-many-requests`. */
export async function admitHostToken(
  { incoming, outgoing }: Exchange,
  { hostTokens, countRequest }: ServiceParts,
  kind: RateKind,
): Promise<HostTokenHolder> {
  const holder = await hostTokens.authenticate(incoming.headersDistinct.authorization ?? [])
  void hostTokens.touch(holder.hostTokenId)
  outgoing.setHeader(tokenExpiresHeader, holder.expiresAt.toISOString())
  countRequest(kind, holder.hostTokenId)
  return holder
}

const rates = {
  reading: { perSecond: 50, burst: 200 },
  calls: { perSecond: 10, burst: 600 },
  agentWriting: { perSecond: 0.5, burst: 30 },
} as const

type RateKind = keyof typeof rates

/** @throws {RequestError} `too-many-requests`. */
export type CountRequest = (kind: RateKind, tokenId: string) => void

/** Rate limits of tokens in this process: a burst, refilled over time. */
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
