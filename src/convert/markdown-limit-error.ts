/** The refusal of Markdown that cannot become a page. @module */

/**
 * Markdown goes beyond a limit, or asks for ADF that is not valid; the message says where, and names
 * the way out.
 *
 * @example
 * ```ts
 * try {
 *   markdownToAdf('> '.repeat(500))
 * } catch (error) {
 *   if (error instanceof MarkdownLimitError) console.error(error.message)
 * }
 * ```
 */
export class MarkdownLimitError extends Error {
  override readonly name = 'MarkdownLimitError'
}
