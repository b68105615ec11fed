/** The limit on the size of Markdown. @module */
import { MarkdownLimitError } from './markdown-limit-error.ts'

/**
 * Refuse Markdown that is too large.
 * @param bytes Its size, embedded images not counted.
 * @throws {MarkdownLimitError} Naming the limit.
 */
export function checkMarkdownSize(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return
  throw new MarkdownLimitError(
    `content must be at most ${maxBytes} bytes of Markdown (embedded images not counted), got ${bytes}. Split the page, or ask the administrator to raise --max-markdown.`,
  )
}
