/** Lets users without a second factor through the stage that every sign-in passes. @module */
import {
  type PassedSignIn,
  secondFactorStage,
} from '../../../src/auth/second-factor/second-factor-stage.ts'
import { secondFactors } from '../../../src/auth/second-factor/second-factors.ts'
import type { Database } from '../../../src/database/database.ts'
import { idAllocator } from '../../../src/database/ids.ts'

/**
 * Pass it.
 * @param userId A user who has no second factor and needs none.
 */
export async function passSignIn(database: Database, userId: number): Promise<PassedSignIn> {
  const clock = () => new Date()
  const factors = secondFactors(database, idAllocator(database), clock)
  const checkCode = () => Promise.reject(new TypeError('there is no code to check'))
  const stage = secondFactorStage({ database, secondFactors: factors, checkCode, rule: 'nobody' })
  const passed = await stage.enter(userId)
  if (typeof passed === 'string') throw new TypeError(`the user must pass ${passed} first`)
  return passed
}
