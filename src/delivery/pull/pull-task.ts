/** Finds edits of pages in a worker. @module */
import { MarkdownLimitError } from '../../convert/markdown-limit-error.ts'
import { type Message, textOf } from '../../isolation/frames.ts'
import { findPageEdits, type PulledEdit, type PulledPage } from './find-page-edits.ts'
import type { PullHead } from './pull-work.ts'

/**
 * Find the edits of a page.
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
