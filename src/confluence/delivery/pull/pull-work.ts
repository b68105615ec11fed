/** Has edits of pages found by workers. @module */

import { textOf } from '../../../contract/base/message.ts'
import type { Workers } from '../../../contract/base/work.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { PulledEdit, PulledPage } from './find-page-edits.ts'

export interface PullWork {
  /**
   * Find the edits of a page.
   * @throws {RequestError} `bad-request` when they cannot be determined, `unavailable` when the
   * queue is full.
   */
  findEdits(page: PulledPage): Promise<readonly PulledEdit[]>
}

/** What a worker is told beside the texts. */
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
