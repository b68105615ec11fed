/** The end of a work that was not done. @module */
import type { EndedFor } from './pool-member.ts'

/** Work was ended before it was done. */
export class WorkEndedError extends Error {
  override readonly name = 'WorkEndedError'
  readonly reason: EndedFor | 'fault'

  /** @param reason What ended it; `fault` when the worker ended by itself. */
  constructor(reason: WorkEndedError['reason']) {
    super(`work was ended: ${reason}`)
    this.reason = reason
  }
}
