/** Whether the license lets an API token import. @module */

import { RequestError } from '../../base/errors.ts'
import type { License } from '../license.ts'
import { unauthorized } from './authorization.ts'
import type { ListedApiToken } from './list-api-tokens.ts'
import { isExpiringSoon } from './token-lifetime.ts'

/**
 * Explain why a token answers 402.
 * @param atCreation The license when the token was created.
 * @returns Undefined when the token may import.
 */
export function licenseProblem(
  atCreation: License,
  present: License,
  now: Date,
): string | undefined {
  const ofToken = problemOfToken(atCreation, present, now)
  if (present.status !== 'renewal-pending') return ofToken
  return ofToken === undefined
    ? 'The renewal of the license is pending. Complete it, then try again: this API token will do.'
    : `The renewal of the license is pending, and will not mend this API token. ${ofToken}`
}

function problemOfToken(atCreation: License, present: License, now: Date): string | undefined {
  if (atCreation.status === 'inactive') {
    return 'This API token was created while the license was inactive. Activate the license, then create a new token.'
  }
  if (atCreation.status !== 'trial') return undefined
  // A running trial follows the present license, a past one the license at creation.
  const { trialEnds } = present.status === 'trial' ? present : atCreation
  if (trialEnds !== null && trialEnds <= now) {
    return 'This API token was created in a trial that has ended. Activate the license, then create a new token.'
  }
  return undefined
}

/** `active` and `ends-soon` tokens are accepted. */
export interface TokenAnswer {
  readonly state: 'active' | 'ends-soon' | 'expired' | 'refused'
  readonly refusal: { readonly status: number; readonly reason: string } | undefined
}

export function needsAttention({ state }: TokenAnswer): boolean {
  return state === 'ends-soon' || state === 'refused'
}

/** @param token Its license is that of its creation or renewal. */
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
 * Predict the answer to a request: the same checks in the same order, up to whether any space is
 * writable.
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
