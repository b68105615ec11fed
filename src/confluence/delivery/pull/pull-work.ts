/** Lets workers find the edits of pages. @module */

import { textOf } from '../../../contract/base/message.ts'
import type { Workers } from '../../../contract/base/work.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { PulledEdit, PulledPage } from './find-page-edits.ts'

export interface PullWork {
  /**
   * @throws {RequestError} `bad-request` when the edits cannot be determined, `unavailable` when
   * the queue is full.
   */
  findEdits(page: PulledPage): Promise<readonly PulledEdit[]>
}

export type PullHead = Omit<PulledPage, 'markdown' | 'base' | 'theirs'>

export function pullWork(workers: Pick<Workers, 'show'>): PullWork {
  return {
    async findEdits({ markdown, base, theirs, ...head }) {
      const value: PullHead = head
      const parts = [markdown, base, theirs].map((text) => Buffer.from(text))
      const { parts: answerParts } = await workers.show('find-page-edits', { value, parts })
      const answer = JSON.parse(textOf(answerParts[0])) as { edits: PulledEdit[]; problem: string }
      if (answer.problem !== '') throw new RequestError('bad-request', answer.problem)
      return answer.edits
    },
  }
}
