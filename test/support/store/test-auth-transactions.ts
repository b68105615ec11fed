/** Transactions that put the store into states which only an attacker or a restored backup makes. @module */
import { query, type Transaction } from '../../../src/database/database.ts'
import { sql } from '../../../src/database/sql.ts'

interface CraftedToken {
  readonly id: number
  readonly hash: string
  readonly licenseStatus: string
  readonly licenseTrialEndsAt: number | null
}

export const replaceApiToken: Transaction<CraftedToken, void> = function* (input) {
  yield* query(sql`
    update tokens set hash = ${input.hash}, license_status = ${input.licenseStatus},
      license_trial_ends_at = ${input.licenseTrialEndsAt}
    where id = ${input.id}`)
}

export const forgetTotpSecrets: Transaction<undefined, void> = function* () {
  yield* query(sql`delete from second_factor_secrets`)
}

/** Make a token one of a store that was restored: the key that signed it is not there. */
export const loseKey: Transaction<{ id: number }, void> = function* ({ id }) {
  yield* query(sql`update tokens set signing_key_id = 'lost' where id = ${id}`)
}
