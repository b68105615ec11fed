/** The worker thread's side of the conversion pool. @module */
import {
  type ConversionLimits,
  type ConvertedDocument,
  convertDocument,
} from './convert-document.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'

export interface ConvertTask {
  readonly markdown: string
  readonly limits: ConversionLimits
  /** One instant, written when the conversion starts: queueing does not count against its time. */
  readonly startedAt: Float64Array
}

/** Errors lose their class between threads, so a refusal travels as a value. */
export type ConvertReply = ConvertedDocument | { readonly refusal: string }

/**
 * Convert one document.
 * @param task The document and its limits.
 */
export function convertTask({ markdown, limits, startedAt }: ConvertTask): ConvertReply {
  startedAt[0] = Date.now()
  try {
    return convertDocument(markdown, limits)
  } catch (error) {
    if (error instanceof MarkdownLimitError) return { refusal: error.message }
    throw error
  }
}
