/** An address in a Markdown document, and what can be written in its place. @module */
import { isRelativeAddress } from '../../convert/relative-address.ts'

export interface Address {
  readonly kind: 'link' | 'image'
  /** As the document means it: without escapes and character references. */
  readonly url: string
  readonly line: number
  /** The part of the document that holds it. */
  readonly start: number
  readonly end: number
  /** Word another address for that part. */
  readonly write: (url: string) => string
  /** Of a link of Markdown: what stands between its brackets, and where all of it ends. */
  readonly text?: { readonly start: number; readonly end: number; readonly linkEnd: number }
  /** Of an image: all that it is made of, and what can stand in its place. */
  readonly image?: {
    readonly start: number
    readonly end: number
    readonly isLinked: boolean
    /** Word what it shows, as a link if there is an address. */
    readonly describe: (url: string | undefined) => string
  }
}

/** Where something stands in a document. */
export interface AddressPlace {
  readonly source: string
  readonly start: number
  readonly end: number
  readonly line: number
  /** The image stands in a link, which can hold no other link. */
  readonly isLinked: boolean
}

/** Tell whether an address may name a file: neither `mailto:…` nor `//host` nor `#heading` does. */
export function isFileAddress(url: string): boolean {
  return /^https?:/i.test(url) || isRelativeAddress(url)
}

/** Give the name of the file that an address names. */
export function fileName(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return path.slice(path.lastIndexOf('/') + 1)
}
