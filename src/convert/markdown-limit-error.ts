/** The refusal of Markdown that cannot become a page. @module */

/** Markdown goes beyond a limit, or asks for ADF that is not valid; the message names the way out. */
export class MarkdownLimitError extends Error {
  override readonly name = 'MarkdownLimitError'
}
