/** Time without an end, for tests that ask what is made and not how long it takes. @module */
import type { TimeBudget } from '../../../src/contract/base/time-budget.ts'

export const endlessBudget: TimeBudget = { isSpent: () => false, run: (work) => work() }
