/**
 * Converts a document that is to be stored: Markdown to ADF as JSON text, with the images and files
 * embedded in it, within limits.
 * @module
 */
import { createHash } from 'node:crypto'
import {
  countWithoutDataUrls,
  decodeDataUrl,
  encodeFileName,
  isDataUrl,
  nameInDataUrl,
  shortenDataUrls,
} from './embedded-images/data-urls.ts'
import { fileType, findImageKind, type ImageSize } from './embedded-images/image-kind.ts'
import { checkMarkdownSize, MarkdownLimitError, tooMuchAdf } from './markdown-limit-error.ts'
import type { ResolvedImage } from './markdown-options.ts'
import { markdownToPage } from './markdown-to-page.ts'
import { sanitizeSvg } from './svg/sanitize-svg.ts'
import type { Warning } from './warnings.ts'

export interface ConversionLimits {
  readonly maxDepth: number
  /** Bytes of Markdown, embedded images not counted. */
  readonly maxMarkdownBytes: number
  readonly maxAdfBytes: number
}

/** How a document becomes a page. */
interface PageConversion extends ConversionLimits {
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

interface EmbeddedImage {
  readonly sha256: string
  readonly type: string
  readonly bytes: Uint8Array
  /** File name, for linked files only. */
  readonly name?: string
}

interface EmbeddedImages {
  /**
   * Take in an image.
   * @returns Its new address; other addresses unchanged; undefined for a data URL that is no image.
   * @throws {MarkdownLimitError} When there are too many.
   */
  resolve(url: string): ResolvedImage | undefined
  /**
   * Take in a linked file; only data URLs with a name are files.
   * @returns The address for the link.
   * @throws {MarkdownLimitError} When there are too many.
   */
  resolveLink(url: string): string
  list(): EmbeddedImage[]
  /** The `attachment:` reference of each image, keyed by address as the parser gave it. */
  readonly references: ReadonlyMap<string, string>
  /** Addresses of data URLs that are no images, each mapped to an empty string. */
  readonly dropped: ReadonlyMap<string, ''>
}

const maxImages = 1_000

/**
 * Start a collection.
 * @param restore Gives the data URL behind a short name.
 */
export function embeddedImages(restore: (url: string) => string): EmbeddedImages {
  const images = new Map<string, EmbeddedImage>()
  const resolved = new Map<string, ResolvedImage>()
  const references = new Map<string, string>()
  const dropped = new Map<string, ''>()
  const plain = new Set<string>()
  const add = (content: Omit<EmbeddedImage, 'sha256'>): string => {
    const bytes = new Uint8Array(content.bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (content.name === undefined || !images.has(sha256)) {
      images.set(sha256, { ...content, sha256, bytes })
    }
    if (images.size > maxImages) {
      throw new MarkdownLimitError(
        `content embeds more than ${maxImages} images and files. Split the page.`,
      )
    }
    return `attachment:${sha256}`
  }
  return {
    dropped,
    references,
    list: () => [...images.values()],
    resolve(url) {
      if (!isDataUrl(url)) return { url }
      if (dropped.has(url)) return undefined
      const known = resolved.get(url)
      if (known !== undefined) return known
      const read = readImage(decodeDataUrl(restore(url)))
      if (read === undefined) {
        dropped.set(url, '')
        return undefined
      }
      const { size, isReduced, type, bytes } = read
      const reference = add({ type, bytes })
      const image = { url: reference, size, isReduced }
      resolved.set(url, image)
      references.set(url, reference)
      return image
    },
    resolveLink(url) {
      if (!isDataUrl(url)) return url
      const known = references.get(url)
      if (known !== undefined || plain.has(url)) return known ?? url
      const restored = restore(url)
      const name = nameInDataUrl(restored)
      const bytes = name === undefined ? undefined : decodeDataUrl(restored)
      if (name === undefined || bytes === undefined) {
        plain.add(url)
        return url
      }
      const reference = `${add({ type: fileType(name, bytes), bytes, name })}/${encodeFileName(name)}`
      references.set(url, reference)
      return reference
    },
  }
}

interface ReadImage {
  readonly type: string
  readonly bytes: Uint8Array
  readonly size: ImageSize | undefined
  readonly isReduced: boolean
}

function readImage(bytes: Uint8Array | undefined): ReadImage | undefined {
  if (bytes === undefined) return undefined
  const kind = findImageKind(bytes)
  if (kind !== undefined) return { ...kind, bytes, isReduced: false }
  const sanitized = sanitizeSvg(bytes)
  if (sanitized === undefined) return undefined
  const { svg, size, isReduced } = sanitized
  return { type: 'image/svg+xml', bytes: Buffer.from(svg), size, isReduced }
}
