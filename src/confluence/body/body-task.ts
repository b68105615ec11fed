/** Plans bodies in a worker. @module */
import { RequestError } from '../../base/errors.ts'
import type { Message } from '../../isolation/frames.ts'
import { messageOfPlanned, wantedOf } from './body-messages.ts'
import { planBody } from './plan-body.ts'

/**
 * Plan a body.
 * @param call What `messageOfWanted` wrote.
 * @returns What `plannedOf` reads.
 * @throws {RequestError} `bad-request` when the page in Confluence cannot be read.
 */
export function planBodyTask(call: Message): Message {
  try {
    return messageOfPlanned(planBody(wantedOf(call)))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = `The page in Confluence cannot be read: ${error.message}`
    throw new RequestError('bad-request', message, { cause: error })
  }
}
