/** The costly work on bodies, as the service asks workers for it. @module */
import type { Workers } from '../../isolation/workers.ts'
import { messageOfWanted, plannedOf } from './body-messages.ts'
import type { BodyWanted, PlannedBody } from './page-body.ts'

export interface BodyWork {
  /**
   * Plan a body.
   * @throws {RequestError} `bad-request` when a body is beyond a limit, `unavailable` when too much waits.
   */
  planBody(wanted: BodyWanted): Promise<PlannedBody>
}

/**
 * Have bodies planned by workers.
 * @param workers Do it.
 */
export function bodyWork(workers: Workers): BodyWork {
  return {
    planBody: async (wanted) =>
      plannedOf(await workers.convert('plan-body', messageOfWanted(wanted))),
  }
}
