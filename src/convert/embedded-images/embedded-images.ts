/** Collects the images that a document brings along in data URLs, each known by its content. @module */
import { createHash } from 'node:crypto'
import type { ResolvedImage } from '../conversion.ts'
import { MarkdownLimitError } from '../markdown-limit-error.ts'
import { sanitizeSvg } from '../svg/sanitize-svg.ts'
import { decodeDataUrl, isDataUrl } from './data-urls.ts'
import { findImageKind, type ImageSize } from './image-kind.ts'

export interface EmbeddedImage {
  /** Digest of its bytes, in hexadecimal. */
  readonly sha256: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface EmbeddedImages {
  /**
   * Take in an image; any address that is no data URL stays as it is.
   * @returns Its address from now on, or `undefined` when it is no image that can be shown.
   * @throws {MarkdownLimitError} When there are too many.
   */
  resolve(url: string): ResolvedImage | undefined
  /** List the images, each once. */
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
      const { size, isReduced, type } = read
      const bytes = new Uint8Array(read.bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      images.set(sha256, { sha256, type, bytes })
      if (images.size > maxImages) {
        throw new MarkdownLimitError(
          `content embeds more than ${maxImages} images. Split the page.`,
        )
      }
      const reference = `attachment:${sha256}`
      const image = { url: reference, size, isReduced }
      resolved.set(url, image)
      references.set(url, reference)
      return image
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
