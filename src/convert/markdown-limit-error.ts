/** The refusal of Markdown that goes beyond a limit. @module */

/** Markdown goes beyond a limit; the message names the limit and the way out. */
export class MarkdownLimitError extends Error {
  override readonly name = 'MarkdownLimitError'
}
