/** A digest of what an import brings, to tell `unchanged` without comparing bodies. @module */
import { createHash } from 'node:crypto'
import { keepPageLinks } from '../adf/page-links.ts'

/** A long text as UTF-8, which is made once for all that want it. */
export interface EncodedText {
  readonly utf8: Uint8Array<ArrayBuffer>
  /** In UTF-16 code units. */
  readonly length: number
}

interface Source {
  readonly title: string
  readonly markdown: EncodedText
  /** What is sent to the wiki as JSON text. */
  readonly adf: EncodedText
}

/**
 * Digest what a version is made of. Where the wiki is does not count: a page stays the same when the
 * service moves.
 * @returns SHA-256 in hexadecimal.
 */
export function sourceDigest({ title, markdown, adf }: Source): string {
  const hash = createHash('sha256')
  // Lengths first, so that no two different sources run together to the same bytes.
  for (const { length, utf8 } of [encodeText(title), markdown, withoutHosts(adf)]) {
    hash.update(`${length}:`).update(utf8)
  }
  // Stores hold digests that end so.
  return hash.update('imported').digest('hex')
}

function withoutHosts(adf: EncodedText): EncodedText {
  const { utf8 } = adf
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength)
  return text.includes('/wiki/spaces/')
    ? encodeText(keepPageLinks(text.toString(), () => true))
    : adf
}

/**
 * Encode a text.
 * @param pieces What it is made of, one after the other.
 */
export function encodeText(...pieces: readonly string[]): EncodedText {
  const utf8 = Buffer.allocUnsafeSlow(
    pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
  )
  let [end, length] = [0, 0]
  for (const piece of pieces) {
    end += utf8.write(piece, end)
    length += piece.length
  }
  return { utf8, length }
}
