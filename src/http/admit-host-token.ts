/** Authenticates host tokens, and counts and limits their requests. @module */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HostTokenHolder, HostTokens } from '../auth/tokens/host-tokens.ts'
import type { CountRequest, RateKind } from '../auth/tokens/token-rates.ts'
import { tokenExpiresHeader } from '../contract/paths.ts'

export interface HostTokenGate {
  readonly hostTokens: Pick<HostTokens, 'authenticate' | 'touch'>
  readonly countRequest: CountRequest
}

/** The names are those of Confluence. */
export const rateHeaders = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  resetSeconds: 'X-RateLimit-Reset',
} as const

interface Exchange {
  readonly incoming: Pick<IncomingMessage, 'headersDistinct'>
  readonly outgoing: Pick<ServerResponse, 'setHeader'>
}

/**
 * The rate is reported even if the request is refused.
 * @throws {RequestError} `unauthorized` or `too-many-requests`.
 */
export async function admitHostToken(
  { incoming, outgoing }: Exchange,
  { hostTokens, countRequest }: HostTokenGate,
  kind: RateKind,
): Promise<HostTokenHolder> {
  const holder = await hostTokens.authenticate(incoming.headersDistinct.authorization ?? [])
  void hostTokens.touch(holder.hostTokenId)
  outgoing.setHeader(tokenExpiresHeader, holder.expiresAt.toISOString())
  countRequest(kind, holder.hostTokenId, (left) => {
    for (const name of ['limit', 'remaining', 'resetSeconds'] as const) {
      outgoing.setHeader(rateHeaders[name], left[name])
    }
  })
  return holder
}
