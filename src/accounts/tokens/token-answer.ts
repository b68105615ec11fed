/** Predicts what requests with a token are answered, and explains refusals by the license. @module */
import { RequestError } from '../../contract/errors.ts'
import type { License } from '../license.ts'
import { unauthorized } from './authorization.ts'
import { isExpiringSoon } from './token-input.ts'
import type { ListedToken } from './tokens.ts'

/** Explain a 402 answer; undefined when the token may import. */
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

export function refusalOfStored(
  token: Pick<ListedToken, 'isOwnerDisabled' | 'license'>,
  present: License,
  now: Date,
): RequestError | undefined {
  if (token.isOwnerDisabled) {
    return unauthorized('The owner of this token has been disabled. Ask an administrator.')
  }
  const problem = token.license === null ? undefined : licenseProblem(token.license, present, now)
  return problem === undefined ? undefined : new RequestError('license-expired', problem)
}

/** Makes the same checks in the same order as a request, up to whether any space is writable. */
export function foreseeTokenAnswer(token: ListedToken, present: License, now: Date): TokenAnswer {
  if (token.expiresAt <= now) {
    const reason = 'It has expired. Create another, and give it to its program.'
    return { state: 'expired', refusal: { status: 403, reason } }
  }
  const refusal = lostKey(token) ?? refusalOfStored(token, present, now) ?? noSpaceLeft(token)
  if (refusal !== undefined) {
    return { state: 'refused', refusal: { status: refusal.status, reason: refusal.message } }
  }
  return { state: isExpiringSoon(token, now) ? 'ends-soon' : 'active', refusal: undefined }
}

function lostKey({ hasKey }: ListedToken): RequestError | undefined {
  if (hasKey) return undefined
  const message = 'Its key is gone: the store was restored from a backup. Create another token.'
  return new RequestError('forbidden', message)
}

function noSpaceLeft({ kind, owner, spaces, hasSpace }: ListedToken): RequestError | undefined {
  if (hasSpace) return undefined
  if (kind === 'host') {
    return new RequestError('not-found', 'None of its spaces is there any more. Delete the token.')
  }
  const place = spaces === null ? 'in no space' : 'in none of its spaces'
  const wayOut = `Give ${owner} write access there, or delete the token.`
  return new RequestError('not-found', `Its owner may write ${place}. ${wayOut}`)
}
