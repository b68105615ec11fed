/** Who must have a second factor. @module */
import { type Statement, sql } from '../../database/sql.ts'

/** `nobody` need have one; of the others each must, however they sign in. */
export type SecondFactorRule = 'nobody' | 'administrators' | 'all'

/** Make the condition that a user `u` must have a second factor. */
export function mustHaveSecondFactor(rule: SecondFactorRule): Statement {
  switch (rule) {
    case 'nobody':
      return sql`1 = 0`
    case 'administrators':
      return sql`u.is_administrator = 1`
    case 'all':
      return sql`1 = 1`
  }
}

/**
 * Make the condition that a user `u` has the second factor that they must have. It is asked at each use
 * of a session, so whoever loses theirs, or becomes an administrator without one, signs in anew.
 */
export function hasWhatIsAsked(rule: SecondFactorRule): Statement {
  if (rule === 'nobody') return sql`1 = 1`
  return sql`(not ${mustHaveSecondFactor(rule)}
    or exists (select 1 from second_factors f where f.user_id = u.id))`
}
