/** A digest of all that a page version holds, to tell `unchanged` without comparing bodies. @module */
import { createHash } from 'node:crypto'

export interface PageContent {
  readonly title: string
  /** Null when the version did not come from Markdown. */
  readonly markdown: string | null
  /** ADF as JSON text. */
  readonly adf: string
}

/**
 * Digest a page's title, Markdown and ADF.
 * @param content What the version holds.
 * @returns SHA-256 in hexadecimal.
 */
export function contentHash(content: PageContent): string {
  const hash = createHash('sha256')
  // Lengths first, so that no two different contents run together to the same bytes.
  for (const part of [content.title, content.markdown ?? '', content.adf]) {
    hash.update(`${part.length}:`).update(part)
  }
  return hash.update(content.markdown === null ? 'edited' : 'imported').digest('hex')
}
