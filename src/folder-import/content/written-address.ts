/** The parts of an address, as they are written in a file. @module */
import { decodePart } from '../../adf/decode-part.ts'

/** What an address names. */
export interface WrittenAddress {
  /** As files are named: without percent signs. */
  readonly path: string
  /** As it is written, without the `#`. */
  readonly fragment: string
}

/** Take an address apart; what the file system has is not percent-encoded. */
export function takeApart(url: string): WrittenAddress {
  const hash = url.indexOf('#')
  const [fragment = ''] = hash === -1 ? [] : url.slice(hash + 1).split(':~:')
  const [path = ''] = (hash === -1 ? url : url.slice(0, hash)).split('?')
  return { path: decodePart(path), fragment }
}

/**
 * Tell whether an address names a host.
 * @param path An address or the path of one.
 */
export function isOnWeb(path: string): boolean {
  return /^https?:/i.test(path)
}
