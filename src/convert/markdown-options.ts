/** How to convert. Published with the library: whoever uses these types needs none of the parser's. @module */

/** Where an image is shown from. */
export interface ResolvedImage {
  readonly url: string
  /** In pixels, where it is known from the image itself. */
  readonly size?: { readonly width: number; readonly height: number } | undefined
  /** Parts of it were left out. */
  readonly isReduced?: boolean
}

/**
 * Decides about the address of an image; `undefined` for one that cannot be shown, of which the
 * description stays.
 *
 * @example
 * ```ts
 * const resolveImage: ResolveImage = (url) => ({ url: new URL(url, 'https://example.org/').href })
 * ```
 */
export type ResolveImage = (url: string) => ResolvedImage | undefined

/** Decides about the address of a link. */
export type ResolveLink = (url: string) => string

/** How to convert. */
export interface MarkdownOptions {
  /** The most levels of quotes, list items and emphasis inside each other; 90 by default. */
  readonly maxDepth?: number
  /** What becomes of the address of each image; by default it stays as it is. */
  readonly resolveImage?: ResolveImage
  /** What becomes of the address of each link; by default it stays as it is. */
  readonly resolveLink?: ResolveLink
  /** The title of the page: a first heading that says this is left out. */
  readonly title?: string
}
