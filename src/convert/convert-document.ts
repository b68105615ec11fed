/**
 * Converts a document that is to be stored: Markdown to ADF as JSON text, with the images and files
 * embedded in it, within limits.
 * @module
 */
import { countWithoutDataUrls, shortenDataUrls } from './embedded-images/data-urls.ts'
import { type EmbeddedImage, embeddedImages } from './embedded-images/embedded-images.ts'
import { checkMarkdownSize, tooMuchAdf } from './markdown-limit-error.ts'
import { markdownToPage } from './markdown-to-page.ts'
import type { Warning } from './warnings.ts'

export interface ConversionLimits {
  readonly maxDepth: number
  /** Bytes of Markdown, embedded images not counted. */
  readonly maxMarkdownBytes: number
  readonly maxAdfBytes: number
}

/** How a document becomes a page. */
export interface PageConversion extends ConversionLimits {
  readonly title?: string
}

export interface ConvertedDocument {
  /**
   * The ADF as JSON text in pieces; embedded files have the address `attachment:` with a digest.
   */
  readonly adf: readonly string[]
  /** The text that `adfToText` gives, with headings marked. */
  readonly text: string
  readonly warnings: readonly Warning[]
  /** The source, with an `attachment:` address in place of each embedded file. */
  readonly markdown: string
  /** The files behind the `attachment:` addresses. */
  readonly images: readonly EmbeddedImage[]
}

/**
 * Convert a document.
 * @throws {MarkdownLimitError} When it is over a limit.
 */
export function convertDocument(markdown: string, limits: PageConversion): ConvertedDocument {
  const shortened = shortenDataUrls(markdown)
  const images = embeddedImages(shortened.restore)
  const { adf, text, warnings } = markdownToPage(shortened.markdown, {
    maxDepth: limits.maxDepth,
    onLength(length) {
      if (length <= 2 * limits.maxAdfBytes) return
      checkMarkdownSize(countWithoutDataUrls(markdown), limits.maxMarkdownBytes)
      throw tooMuchAdf(undefined, limits.maxAdfBytes)
    },
    resolveImage: images.resolve,
    resolveLink: images.resolveLink,
    ...(limits.title === undefined ? {} : { title: limits.title }),
  })
  const source = shortened.withReferences(images.references)
  const counted = shortened.withReferences(new Map([...images.references, ...images.dropped]))
  checkMarkdownSize(Buffer.byteLength(counted), limits.maxMarkdownBytes)
  // Check before restoring: one data URL may stand in many places, and each would become as long.
  checkAdfSize(sumOf(adf, shortened.restoredLength), limits.maxAdfBytes)
  const restored = adf.map(shortened.restore)
  checkAdfSize(sumOf(restored, Buffer.byteLength), limits.maxAdfBytes)
  return {
    adf: restored,
    text: shortened.restore(text),
    warnings,
    markdown: source,
    images: images.list(),
  }
}

function checkAdfSize(bytes: number, maxAdfBytes: number): void {
  if (bytes > maxAdfBytes) throw tooMuchAdf(bytes, maxAdfBytes)
}

function sumOf(pieces: readonly string[], sizeOf: (piece: string) => number): number {
  return pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)
}
