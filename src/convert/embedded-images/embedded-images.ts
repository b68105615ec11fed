/**
 * Collects the images and files that a document embeds as data URLs, each known by its digest.
 * @module
 */
import { createHash } from 'node:crypto'
import { MarkdownLimitError } from '../markdown-limit-error.ts'
import type { ResolvedImage } from '../markdown-options.ts'
import { sanitizeSvg } from '../svg/sanitize-svg.ts'
import { decodeDataUrl, isDataUrl } from './data-urls.ts'
import { fileType, findImageKind, type ImageSize } from './image-kind.ts'
import { encodeFileName, nameInDataUrl } from './linked-file-url.ts'

export interface EmbeddedImage {
  readonly sha256: string
  readonly type: string
  readonly bytes: Uint8Array
  /** File name, for linked files only. */
  readonly name?: string
}

export interface EmbeddedImages {
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
