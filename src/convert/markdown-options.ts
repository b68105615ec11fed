/**
 * Options of the conversion, published with the library, so they need no types of the parser.
 * @module
 */

export interface ResolvedImage {
  readonly url: string
  /** In pixels, where it is known from the image itself. */
  readonly size?: { readonly width: number; readonly height: number } | undefined
  readonly isReduced?: boolean
}

/**
 * Decides about the address of an image; returns undefined for one that cannot be shown, whose
 * description then stays.
 *
 * @example
 * ```ts
 * const resolveImage: ResolveImage = (url) => ({ url: new URL(url, 'https://example.org/').href })
 * ```
 */
export type ResolveImage = (url: string) => ResolvedImage | undefined

/** Decides about the address of a link. */
export type ResolveLink = (url: string) => string

export interface MarkdownOptions {
  /** The most levels of quotes, list items and emphasis inside each other; 90 by default. */
  readonly maxDepth?: number
  readonly resolveImage?: ResolveImage
  /** What becomes of the address of each link; by default it stays as it is. */
  readonly resolveLink?: ResolveLink
  /** The page's title: a first heading with the same words is left out. */
  readonly title?: string
}
