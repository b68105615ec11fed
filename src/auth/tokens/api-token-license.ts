/** What the license says of an API token: by the license when it was created, and a pending renewal now. @module */
import type { License } from '../license.ts'

/**
 * Find out why a token answers 402.
 * @param atCreation The license when the token was created.
 * @param present The license now.
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
