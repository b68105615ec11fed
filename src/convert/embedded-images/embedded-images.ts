/** Collects the images and files that a document brings along in data URLs, each known by its content. @module */
import { createHash } from 'node:crypto'
import { MarkdownLimitError } from '../markdown-limit-error.ts'
import type { ResolvedImage } from '../markdown-options.ts'
import { sanitizeSvg } from '../svg/sanitize-svg.ts'
import { decodeDataUrl, isDataUrl } from './data-urls.ts'
import { fileType, findImageKind, type ImageSize } from './image-kind.ts'
import { encodeFileName, nameInDataUrl } from './linked-file-url.ts'

export interface EmbeddedImage {
  /** Digest of its bytes, in hexadecimal. */
  readonly sha256: string
  readonly type: string
  readonly bytes: Uint8Array
  /** Of a linked file: what it is called. */
  readonly name?: string
}

export interface EmbeddedImages {
  /**
   * Take in an image; any address that is no data URL stays as it is.
   * @returns Its address from now on, or `undefined` when it is no image that can be shown.
   * @throws {MarkdownLimitError} When there are too many.
   */
  resolve(url: string): ResolvedImage | undefined
  /**
   * Take in a file that a link leads to; any address that is no data URL with a name stays as it is.
   * @returns Its address from now on.
   * @throws {MarkdownLimitError} When there are too many.
   */
  resolveLink(url: string): string
  /** List the images and files, each once. */
  list(): EmbeddedImage[]
  /** By address as the parser gave it: the reference that stands for the image. */
  readonly references: ReadonlyMap<string, string>
  /** Addresses, as the parser gave them, of what is no image, each with nothing in its place. */
  readonly dropped: ReadonlyMap<string, ''>
}

const maxImages = 1_000

/**
 * Start a collection.
 * @param restore Gives the data URL that a short name stands for.
 */
export function embeddedImages(restore: (url: string) => string): EmbeddedImages {
  const images = new Map<string, EmbeddedImage>()
  const resolved = new Map<string, ResolvedImage>()
  const references = new Map<string, string>()
  const dropped = new Map<string, ''>()
  /** Addresses that links have, and that are no files. */
  const plain = new Set<string>()
  const add = (content: Omit<EmbeddedImage, 'sha256'>): string => {
    const bytes = new Uint8Array(content.bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    // An image is shown by its type, whatever a file of the same bytes is called.
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
      // A definition may be used many times; its image is read once.
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
      const known = references.get(url)
      if (known !== undefined || !isDataUrl(url) || plain.has(url)) return known ?? url
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
