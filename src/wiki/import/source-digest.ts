/** Digests the source of a page, to detect unchanged imports without comparing bodies. @module */
import { createHash } from 'node:crypto'
import { keepPageLinks } from '../../convert/adf/page-links.ts'

export interface EncodedText {
  readonly utf8: Uint8Array<ArrayBuffer>
  readonly length: number
  /** The text itself: strings are searched faster than bytes. */
  readonly pieces: readonly string[]
}

interface Source {
  readonly title: string
  readonly markdown: Omit<EncodedText, 'pieces'>
  readonly adf: EncodedText
}

/**
 * SHA-256 in hexadecimal. The wiki's own hosts do not count, so a page stays unchanged when the
 * service moves.
 */
export function sourceDigest({ title, markdown, adf }: Source): string {
  const hash = createHash('sha256')
  // Digest the lengths too, so that different sources never give the same bytes.
  for (const { length, utf8 } of [encodeText(title), markdown, withoutHosts(adf)]) {
    hash.update(`${length}:`).update(utf8)
  }
  return hash.update('imported').digest('hex')
}

function withoutHosts(adf: EncodedText): EncodedText {
  const pieces = adf.pieces.map((piece) => keepPageLinks(piece, () => true))
  return pieces.every((piece, index) => piece === adf.pieces[index]) ? adf : encodeText(...pieces)
}

export function encodeText(...pieces: readonly string[]): EncodedText {
  const utf8 = Buffer.allocUnsafeSlow(
    pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
  )
  let [end, length] = [0, 0]
  for (const piece of pieces) {
    end += utf8.write(piece, end)
    length += piece.length
  }
  return { utf8, length, pieces }
}
