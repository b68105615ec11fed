/** Makes of Markdown all that a version of a page is stored with: costly, so a worker does it. @module */
import { convertDocument } from '../convert/convert-document.ts'
import { withinLimits } from './check-fields.ts'
import type { PrepareImportOptions } from './import-work.ts'
import type { PreparedDocument, ToStorable } from './prepared-document.ts'
import { sourceDigest } from './source-digest.ts'

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
): PreparedDocument {
  const converted = withinLimits(() =>
    convertDocument(content, { ...limits, ...(removeTitleHeading ? { title } : {}) }),
  )
  const { adf, text, markdown, warnings, images } = converted
  const digest = sourceDigest({ title, markdown, adf })
  return { ...toStorable({ title, adf, text }, engine), digest, markdown, warnings, images }
}
