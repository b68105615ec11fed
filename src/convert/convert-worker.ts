/** The worker thread's side of the conversion pool. @module */
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { markdownToAdf } from './markdown-to-adf.ts'
import type { Warning } from './warnings.ts'

export interface ConvertTask {
  readonly markdown: string
  readonly maxDepth: number
  /** One instant, written when the conversion starts: queueing does not count against its time. */
  readonly startedAt: Float64Array
}

/** Errors lose their class between threads, so a refusal travels as a value. */
export type ConvertReply =
  | { readonly adf: string; readonly warnings: readonly Warning[] }
  | { readonly refusal: string }

/**
 * Convert one document.
 * @param task The document and its limit.
 */
export function convertTask({ markdown, maxDepth, startedAt }: ConvertTask): ConvertReply {
  startedAt[0] = Date.now()
  try {
    const { adf, warnings } = markdownToAdf(markdown, { maxDepth })
    return { adf: JSON.stringify(adf), warnings }
  } catch (error) {
    if (error instanceof MarkdownLimitError) return { refusal: error.message }
    throw error
  }
}
