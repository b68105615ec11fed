/** Renders ADF as plain text, for search and for differences between versions. @module */
import { nodeText } from '../adf/node-text.ts'
import type { AdfDoc } from '../adf/types.ts'

/**
 * Render a document as text: a line for each block, a tab between cells.
 * @param doc Any document; unknown nodes give the text inside them.
 * @returns The text, without a line break at its end.
 *
 * @example
 * ```ts
 * adfToText(markdownToAdf('# Title\n\n- one\n- *two*').adf) // 'Title\none\ntwo'
 * ```
 */
export function adfToText(doc: AdfDoc): string {
  return doc.content
    .map((node) => nodeText(node))
    .filter(Boolean)
    .join('\n')
}
