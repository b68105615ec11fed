/** A digest of what an import brings, to tell `unchanged` without comparing bodies. @module */
import { createHash } from 'node:crypto'

/** A long text, and its UTF-8, which is made once for all that want it. */
export interface EncodedText {
  readonly text: string
  readonly utf8: Uint8Array<ArrayBuffer>
}

interface Source {
  readonly title: string
  readonly markdown: EncodedText
  /** What is sent to the wiki as JSON text. */
  readonly adf: EncodedText
}

/**
 * Digest what a version is made of.
 * @returns SHA-256 in hexadecimal.
 */
export function sourceDigest({ title, markdown, adf }: Source): string {
  const hash = createHash('sha256')
  // Lengths first, so that no two different sources run together to the same bytes.
  for (const { text, utf8 } of [encodeText(title), markdown, adf]) {
    hash.update(`${text.length}:`).update(utf8)
  }
  // Stores hold digests that end so.
  return hash.update('imported').digest('hex')
}

/** Encode a text. */
export function encodeText(text: string): EncodedText {
  return { text, utf8: Buffer.from(text) }
}
