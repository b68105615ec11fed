/**
 * The whole conversion of a document that is to be stored: Markdown to ADF as JSON text, and the
 * images and files that it embeds, within the limits.
 * @module
 */
import { shortenDataUrls } from './embedded-images/data-urls.ts'
import { type EmbeddedImage, embeddedImages } from './embedded-images/embedded-images.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { checkMarkdownSize } from './markdown-size.ts'
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
  /** As in `MarkdownOptions`. */
  readonly title?: string
}

export interface ConvertedDocument {
  /** The document as JSON text; what it embeds has the address `attachment:` and a digest. */
  readonly adf: string
  /** Its words, as `adfToText` gives them, with its headings marked. */
  readonly text: string
  readonly warnings: readonly Warning[]
  /** The source, with such an address in place of each embedded image or file. */
  readonly markdown: string
  /** What those addresses stand for. */
  readonly images: readonly EmbeddedImage[]
}

/**
 * Convert a document.
 * @param limits What it may need, and the title if the page shows it already.
 * @throws {MarkdownLimitError} When it goes beyond one.
 */
export function convertDocument(markdown: string, limits: PageConversion): ConvertedDocument {
  const shortened = shortenDataUrls(markdown)
  const images = embeddedImages(shortened.restore)
  const { adf, text, warnings } = markdownToPage(shortened.markdown, {
    maxDepth: limits.maxDepth,
    resolveImage: images.resolve,
    resolveLink: images.resolveLink,
    ...(limits.title === undefined ? {} : { title: limits.title }),
  })
  const source = shortened.withReferences(images.references)
  const counted = shortened.withReferences(new Map([...images.references, ...images.dropped]))
  checkMarkdownSize(Buffer.byteLength(counted), limits.maxMarkdownBytes)
  // Looked at first: one data URL may stand in many places, each of which becomes as long.
  checkAdfSize(shortened.restoredLength(adf), limits.maxAdfBytes)
  const restored = shortened.restore(adf)
  checkAdfSize(Buffer.byteLength(restored), limits.maxAdfBytes)
  return {
    adf: restored,
    text: shortened.restore(text),
    warnings,
    markdown: source,
    images: images.list(),
  }
}

function checkAdfSize(bytes: number, maxAdfBytes: number): void {
  if (bytes <= maxAdfBytes) return
  throw new MarkdownLimitError(
    `content becomes ${bytes} bytes of ADF; at most ${maxAdfBytes} are allowed. Split the page, or ask the administrator to raise --max-adf.`,
  )
}
