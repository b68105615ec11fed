/** A digest of what an import brings, to tell `unchanged` without comparing bodies. @module */
import { createHash } from 'node:crypto'

/**
 * Digest what a version is made of.
 * @param source Title, Markdown, and the ADF that is sent to the wiki as JSON text.
 * @returns SHA-256 in hexadecimal.
 */
export function sourceDigest(source: { title: string; markdown: string; adf: string }): string {
  const hash = createHash('sha256')
  // Lengths first, so that no two different sources run together to the same bytes.
  for (const part of [source.title, source.markdown, source.adf]) {
    hash.update(`${part.length}:`).update(part)
  }
  // Stores hold digests that end so.
  return hash.update('imported').digest('hex')
}
