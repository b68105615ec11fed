/** Makes of Markdown all that a version of a page is stored with: costly, so a worker does it. @module */
import { convertDocument } from '../convert/convert-document.ts'
import { withinLimits } from './check-fields.ts'
import type { PrepareImportOptions } from './import-work.ts'
import type { ToStorable, Utf8Document } from './prepared-document.ts'
import { encodeText, sourceDigest } from './source-digest.ts'

interface PageSource {
  readonly title: string
  readonly content: string
  readonly removeTitleHeading: boolean
}

/**
 * Convert Markdown.
 * @param source The Markdown, its page's title, and whether a heading that repeats it goes.
 * @param options The limits, and the engine that indexes it.
 * @param toStorable Adds what the store keeps of it.
 * @throws {RequestError} `bad-request` when it goes beyond a limit.
 */
export function prepareDocument(
  { title, content, removeTitleHeading }: PageSource,
  { limits, engine }: PrepareImportOptions,
  toStorable: ToStorable,
): Utf8Document {
  const converted = withinLimits(() =>
    convertDocument(content, { ...limits, ...(removeTitleHeading ? { title } : {}) }),
  )
  const { text, warnings, images } = converted
  const [adf, markdown] = [encodeText(converted.adf), encodeText(converted.markdown)]
  const { indexed, ...stored } = toStorable({ title, adf: adf.text, text }, engine)
  const body = Buffer.from(indexed.text)
  // An engine that finds the words itself is given the text once more.
  const words = indexed.words === indexed.text ? body : Buffer.from(indexed.words)
  return {
    ...stored,
    adf: adf.utf8,
    markdown: markdown.utf8,
    indexed: { text: body, headings: Buffer.from(indexed.headings), words },
    digest: sourceDigest({ title, markdown, adf }),
    warnings,
    images,
  }
}
