/** Makes of Markdown all that a version of a page is stored with: costly. @module */
import { type ConversionLimits, convertDocument } from '../convert/convert-document.ts'
import type { Database } from '../database/database.ts'
import { listReferences } from '../wiki/attachment-addresses.ts'
import { type PreparedDocument, storableDocument } from '../wiki/storable-document.ts'

/**
 * Convert Markdown.
 * @param source The Markdown and its page's title.
 * @param options The limits, and the engine that indexes it.
 * @throws {MarkdownLimitError} When it goes beyond a limit.
 */
export function prepareDocument(
  { title, content }: { title: string; content: string },
  { limits, engine }: { limits: ConversionLimits; engine: Database['engine'] },
): PreparedDocument {
  const { adf, markdown, warnings, images } = convertDocument(content, limits)
  return {
    ...storableDocument({ title, markdown, adf }, engine),
    markdown,
    warnings,
    images,
    references: [...listReferences(adf)],
  }
}
