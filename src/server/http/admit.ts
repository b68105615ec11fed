/** Limits costly requests, and authenticates, counts and limits those with host tokens. @module */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { HostTokenHolder, HostTokens } from '../../accounts/tokens/host-tokens.ts'
import type { CountRequest, RateKind } from '../../accounts/tokens/token-rates.ts'
import type { Caller, Places } from '../../contract/base/places/places.ts'
import { tokenExpiresHeader } from '../../contract/paths.ts'
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

export interface HostTokenGate {
  readonly hostTokens: Pick<HostTokens, 'authenticate' | 'touch'>
  readonly countRequest: CountRequest
}

interface Exchange {
  readonly incoming: Pick<IncomingMessage, 'headersDistinct'>
  readonly outgoing: Pick<ServerResponse, 'setHeader'>
}

/** @throws {RequestError} `unauthorized` or `too-many-requests`. */
export async function admitHostToken(
  { incoming, outgoing }: Exchange,
  { hostTokens, countRequest }: HostTokenGate,
  kind: RateKind,
): Promise<HostTokenHolder> {
  const holder = await hostTokens.authenticate(incoming.headersDistinct.authorization ?? [])
  void hostTokens.touch(holder.hostTokenId)
  outgoing.setHeader(tokenExpiresHeader, holder.expiresAt.toISOString())
  countRequest(kind, holder.hostTokenId)
  return holder
}
