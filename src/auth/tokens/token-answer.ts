/** What a request with an API token would be answered now, as far as its token decides. @module */
import { RequestError } from '../../base/errors.ts'
import type { License } from '../license.ts'
import { licenseProblem } from './api-token-license.ts'
import { unauthorized } from './authorization.ts'
import type { ListedApiToken } from './list-api-tokens.ts'
import { isExpiringSoon } from './token-lifetime.ts'

/** `active` and `ends-soon` are let through. */
export interface TokenAnswer {
  readonly state: 'active' | 'ends-soon' | 'expired' | 'refused'
  /** Of those that are refused: the status, and why, with the way out. */
  readonly refusal: { readonly status: number; readonly reason: string } | undefined
}

/**
 * Find out why a genuine token that is in the store, and has not expired, is refused.
 * @param token Its owner, and the license when it was created or renewed.
 * @param present The license now.
 */
export function refusalOfStored(
  token: Pick<ListedApiToken, 'isOwnerDisabled' | 'license'>,
  present: License,
  now: Date,
): RequestError | undefined {
  if (token.isOwnerDisabled) {
    return unauthorized('The owner of this API token has been disabled. Ask an administrator.')
  }
  const problem = licenseProblem(token.license, present, now)
  return problem === undefined ? undefined : new RequestError('license-expired', problem)
}

/**
 * Foresee the answer: the checks of a request, in their order, up to whether any space is open to it.
 * @param token The token as it is listed.
 * @param present The license now.
 */
export function foreseeTokenAnswer(
  token: ListedApiToken,
  present: License,
  now: Date,
): TokenAnswer {
  if (token.expiresAt <= now) {
    const reason = 'It has expired. Renew it, and give its program the new text.'
    return { state: 'expired', refusal: { status: 403, reason } }
  }
  const refusal = refusalOfStored(token, present, now) ?? noSpaceLeft(token)
  if (refusal !== undefined) {
    return { state: 'refused', refusal: { status: refusal.status, reason: refusal.message } }
  }
  return { state: isExpiringSoon(token, now) ? 'ends-soon' : 'active', refusal: undefined }
}

function noSpaceLeft({ owner, spaces, hasSpace }: ListedApiToken): RequestError | undefined {
  if (hasSpace) return undefined
  const where = spaces === null ? 'in no space' : 'in none of its spaces'
  const wayOut = `Give ${owner} write access there, or delete the token.`
  return new RequestError('not-found', `Its owner may write ${where}. ${wayOut}`)
}
