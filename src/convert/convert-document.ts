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
import { fileType, findImageKind } from './embedded-images/image-kind.ts'
import { checkMarkdownSize, MarkdownLimitError, tooMuchAdf } from './markdown-limit-error.ts'
import type { ResolvedImage } from './markdown-options.ts'
import { markdownToPage } from './markdown-to-page.ts'
import { sanitizeSvg } from './sanitize-svg.ts'
import type { Warning } from './warnings.ts'

export interface ConversionLimits {
  readonly maxDepth: number
  /** Bytes of Markdown, embedded images not counted. */
  readonly maxMarkdownBytes: number
  readonly maxAdfBytes: number
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
export function convertDocument(
  markdown: string,
  limits: ConversionLimits & { readonly title?: string },
): ConvertedDocument {
  const shortened = shortenDataUrls(markdown)
  const images = new EmbeddedImages(shortened.restore)
  const { adf, text, warnings } = markdownToPage(shortened.markdown, {
    maxDepth: limits.maxDepth,
    onLength(length) {
      if (length <= 2 * limits.maxAdfBytes) return
      checkMarkdownSize(countWithoutDataUrls(markdown), limits.maxMarkdownBytes)
      throw tooMuchAdf(undefined, limits.maxAdfBytes)
    },
    resolveImage: (url) => images.resolve(url),
    resolveLink: (url) => images.resolveLink(url),
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

const maxImages = 1_000

/** Collects the images and files of a document. */
export class EmbeddedImages {
  /** The `attachment:` reference of each image, keyed by address as the parser gave it. */
  readonly references = new Map<string, string>()
  /** Addresses of data URLs that are no images, each mapped to an empty string. */
  readonly dropped = new Map<string, ''>()
  readonly #restore: (url: string) => string
  readonly #images = new Map<string, EmbeddedImage>()
  readonly #resolved = new Map<string, ResolvedImage | undefined>()
  readonly #plain = new Set<string>()

  /** @param restore Gives the data URL behind a short name. */
  constructor(restore: (url: string) => string) {
    this.#restore = restore
  }

  list(): EmbeddedImage[] {
    return [...this.#images.values()]
  }

  /**
   * Take in an image.
   * @returns Its new address; other addresses unchanged; undefined for a data URL that is no image.
   * @throws {MarkdownLimitError} When there are too many.
   */
  resolve(url: string): ResolvedImage | undefined {
    if (!isDataUrl(url)) return { url }
    if (!this.#resolved.has(url)) this.#resolved.set(url, this.#addImage(url))
    return this.#resolved.get(url)
  }

  #addImage(url: string): ResolvedImage | undefined {
    const image = readImage(decodeDataUrl(this.#restore(url)))
    if (image === undefined) {
      this.dropped.set(url, '')
      return undefined
    }
    const { size, isReduced, type, bytes } = image
    const reference = this.#add({ type, bytes })
    this.references.set(url, reference)
    return { url: reference, size, isReduced }
  }

  /**
   * Take in a linked file; only data URLs with a name are files.
   * @returns The address for the link.
   * @throws {MarkdownLimitError} When there are too many.
   */
  resolveLink(url: string): string {
    if (!isDataUrl(url)) return url
    const known = this.references.get(url)
    if (known !== undefined || this.#plain.has(url)) return known ?? url
    const restored = this.#restore(url)
    const name = nameInDataUrl(restored)
    const bytes = name === undefined ? undefined : decodeDataUrl(restored)
    if (name === undefined || bytes === undefined) {
      this.#plain.add(url)
      return url
    }
    const file = this.#add({ type: fileType(name, bytes), bytes, name })
    const reference = `${file}/${encodeFileName(name)}`
    this.references.set(url, reference)
    return reference
  }

  #add(content: Omit<EmbeddedImage, 'sha256'>): string {
    const bytes = new Uint8Array(content.bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (content.name === undefined || !this.#images.has(sha256)) {
      this.#images.set(sha256, { ...content, sha256, bytes })
    }
    if (this.#images.size > maxImages) {
      throw new MarkdownLimitError(
        `content embeds more than ${maxImages} images and files. Split the page.`,
      )
    }
    return `attachment:${sha256}`
  }
}

type ImageContent = Omit<EmbeddedImage, 'sha256'> & Required<Omit<ResolvedImage, 'url'>>

function readImage(bytes: Uint8Array | undefined): ImageContent | undefined {
  if (bytes === undefined) return undefined
  const kind = findImageKind(bytes)
  if (kind !== undefined) return { ...kind, bytes, isReduced: false }
  const sanitized = sanitizeSvg(bytes)
  if (sanitized === undefined) return undefined
  const { svg, size, isReduced } = sanitized
  return { type: 'image/svg+xml', bytes: Buffer.from(svg), size, isReduced }
}
