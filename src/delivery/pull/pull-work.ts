/** The search for edits of pages, as the service asks workers for it. @module */
import { RequestError } from '../../errors.ts'
import { textOf } from '../../isolation/frames.ts'
import type { Workers } from '../../isolation/workers.ts'
import type { PulledEdit, PulledPage } from './find-page-edits.ts'
import type { FoundEdits } from './pull-task.ts'

export interface PullWork {
  /**
   * Find what was edited of a page.
   * @throws {RequestError} `bad-request` when that cannot be told, `unavailable` when too much waits.
   */
  findEdits(page: PulledPage): Promise<readonly PulledEdit[]>
}

/**
 * Have edits found by workers.
 * @param workers Do it.
 */
export function pullWork(workers: Pick<Workers, 'show'>): PullWork {
  return {
    async findEdits({ markdown, base, theirs, ...value }) {
      const parts = [markdown, base, theirs].map((text) => Buffer.from(text))
      const { parts: answered } = await workers.show('find-page-edits', { value, parts })
      const { edits, problem } = JSON.parse(textOf(answered[0])) as FoundEdits
      if (problem !== '') throw new RequestError('bad-request', problem)
      return edits
    },
  }
}
