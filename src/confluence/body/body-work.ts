/** Runs the costly work on bodies in workers. @module */
import { fromTextParts, withTextParts } from '../../contract/base/message.ts'
import type { Workers } from '../../contract/base/work.ts'
import type { BodyRequest, PlannedBody } from './page-body.ts'

export interface BodyWork {
  /**
   * @throws {RequestError} `bad-request` when a body is over a limit, `unavailable` when the queue
   * is full.
   */
  planBody(request: BodyRequest): Promise<PlannedBody>
}

export function bodyWork(workers: Pick<Workers, 'convert'>): BodyWork {
  return {
    async planBody(request) {
      const call = withTextParts(request, ['adf', 'theirs', 'base'])
      return fromTextParts(await workers.convert('plan-body', call))
    },
  }
}
