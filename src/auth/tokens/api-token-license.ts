/** What the license says of an API token: by the license when it was created, and a pending renewal now. @module */

import { RequestError } from '../../base/errors.ts'
import type { License } from '../license.ts'
import { unauthorized } from './authorization.ts'
import type { ListedApiToken } from './list-api-tokens.ts'
import { isExpiringSoon } from './token-lifetime.ts'

/**
 * Find out why a token answers 402.
 * @param atCreation The license when the token was created.
 * @returns What is wrong and what to do, or `undefined` when the token may import.
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

/** What a token answers for by itself, whatever becomes of a renewal. */
function problemOfToken(atCreation: License, present: License, now: Date): string | undefined {
  if (atCreation.status === 'inactive') {
    return 'This API token was created while the license was inactive. Activate the license, then create a new token.'
  }
  if (atCreation.status !== 'trial') return undefined
  // An operator may prolong or shorten a trial that still runs; afterwards the record stands.
  const { trialEnds } = present.status === 'trial' ? present : atCreation
  if (trialEnds !== null && trialEnds <= now) {
    return 'This API token was created in a trial that has ended. Activate the license, then create a new token.'
  }
  return undefined
}

/** `active` and `ends-soon` are let through. */
export interface TokenAnswer {
  readonly state: 'active' | 'ends-soon' | 'expired' | 'refused'
  /** Of those that are refused: the status, and why, with the way out. */
  readonly refusal: { readonly status: number; readonly reason: string } | undefined
}

/** Tell whether somebody has to do something for its program to go on importing. */
export function needsAttention({ state }: TokenAnswer): boolean {
  return state === 'ends-soon' || state === 'refused'
}

/**
 * Find out why a genuine token that is in the store, and has not expired, is refused.
 * @param token Its owner, and the license when it was created or renewed.
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
