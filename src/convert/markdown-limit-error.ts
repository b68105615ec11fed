/** The error for Markdown that cannot become a page. @module */

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

/**
 * Refuse Markdown that is too large.
 * @param bytes Its size without embedded images.
 * @throws {MarkdownLimitError} When it is over the limit.
 */
export function checkMarkdownSize(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return
  throw new MarkdownLimitError(
    `content must be at most ${maxBytes} bytes of Markdown (embedded images not counted), got ${bytes}. Split the page, or ask the administrator to raise --max-markdown.`,
  )
}

/**
 * Make the error for a page that is too large.
 * @param bytes Its size; undefined where only a lower bound is known.
 */
export function tooMuchAdf(
  bytes: number | undefined,
  maxAdfBytes: number,
  wayOut = 'Split the page, or ask the administrator to raise --max-adf.',
): MarkdownLimitError {
  return new MarkdownLimitError(
    `content becomes ${bytes ?? `more than ${maxAdfBytes}`} bytes of ADF; at most ${maxAdfBytes} are allowed. ${wayOut}`,
  )
}

/** Make the error for nesting that is too deep. */
export function tooDeep(depth: number, line: number, maxDepth: number): MarkdownLimitError {
  return new MarkdownLimitError(
    `content nests ${depth} levels deep at line ${line}; at most ${maxDepth} are allowed. Flatten the lists or quotes there.`,
  )
}
