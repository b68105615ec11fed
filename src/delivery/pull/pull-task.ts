/** Finds edits of pages in a worker. @module */
import type { DocumentSettings, PlacedFile } from '../../confluence/body/page-body.ts'
import type { SiteKind } from '../../confluence/site.ts'
import { MarkdownLimitError } from '../../convert/markdown-limit-error.ts'
import { RequestError } from '../../errors.ts'
import { type Message, textOf } from '../../isolation/frames.ts'
import type { Workers } from '../../isolation/workers.ts'
import { findPageEdits, type PulledEdit, type PulledPage } from './find-page-edits.ts'

export interface PullWork {
  /**
   * Find what was edited of a page.
   * @throws {RequestError} `bad-request` when that cannot be told, `unavailable` when too much waits.
   */
  findEdits(page: PulledPage): Promise<readonly PulledEdit[]>
}

interface PullHead {
  readonly kind: SiteKind
  readonly title: string
  readonly baseUrl: string
  readonly pageId: string
  readonly settings: DocumentSettings
  readonly files: readonly PlacedFile[]
}

/**
 * Have edits found by workers.
 * @param workers Do it.
 */
export function pullWork(workers: Pick<Workers, 'show'>): PullWork {
  return {
    async findEdits({ markdown, base, theirs, ...head }) {
      const value: PullHead = head
      const parts = [markdown, base, theirs].map((text) => Buffer.from(text))
      const { parts: answered } = await workers.show('find-page-edits', { value, parts })
      const found = JSON.parse(textOf(answered[0])) as { edits: PulledEdit[]; problem: string }
      if (found.problem !== '') throw new RequestError('bad-request', found.problem)
      return found.edits
    },
  }
}

/**
 * Find the edits of a page.
 * @param call What `pullWork` asks.
 * @returns What it reads.
 */
export function findPageEditsTask({ value, parts }: Message): Message {
  const [markdown = '', base = '', theirs = ''] = parts.map((part) => textOf(part))
  const answer = answerOf({ ...(value as PullHead), markdown, base, theirs })
  return { value: null, parts: [Buffer.from(JSON.stringify(answer))] }
}

function answerOf(page: PulledPage): { edits: readonly PulledEdit[]; problem: string } {
  try {
    return { edits: findPageEdits(page), problem: '' }
  } catch (error) {
    if (error instanceof RangeError) {
      return { edits: [], problem: `The page in Confluence cannot be read: ${error.message}` }
    }
    if (!(error instanceof MarkdownLimitError)) throw error
    return { edits: [], problem: `The Markdown of the page cannot be read: ${error.message}` }
  }
}
