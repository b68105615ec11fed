/** An address in a Markdown document, and how to replace it. @module */
import { decodePart } from '../adf/node-text.ts'
import { isRelativeAddress } from '../adf/page-links.ts'

export interface Address {
  readonly kind: 'link' | 'image'
  readonly url: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly write: (url: string) => string
  /** For images: the range of the whole image, and its replacement. */
  readonly image?: {
    readonly start: number
    readonly end: number
    /** The image's description, as a link where `url` is given. */
    readonly describe: (url: string | undefined) => string
  }
}

export interface AddressPlace {
  readonly source: string
  readonly start: number
  readonly end: number
  readonly line: number
  /** Links cannot nest. */
  readonly isLinked: boolean
}

/** Tell whether an address may name a file or page, unlike `mailto:…`, `//host` or `#heading`. */
export function isFileAddress(url: string): boolean {
  return /^https?:/i.test(url) || isRelativeAddress(url) || titleInAddress(url) !== undefined
}

/**
 * Give the title of the page that an address names, as in `ac:Title`:
 * https://github.com/kovetskiy/mark#links-to-other-pages
 */
export function titleInAddress(url: string): string | undefined {
  const [, title] = /^ac:(.+)/i.exec(url) ?? []
  return title && decodePart(title).trim()
}

export function fileName(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return path.slice(path.lastIndexOf('/') + 1)
}
