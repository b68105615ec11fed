/** All that a version of a page is stored with, made of its ADF: costly. @module */
import type { Database } from '../database/database.ts'
import { listAttachments, placeAttachments } from './attachment-addresses.ts'
import { contentHash } from './content-hash.ts'
import { documentText, type IndexedText, indexedText } from './search-index.ts'
import type { Attachment, Warning } from './wiki.ts'

/** A document with what the store keeps of it. */
export interface StorableDocument {
  /** ADF as JSON text. */
  readonly adf: string
  /** See `contentHash`. */
  readonly contentHash: string
  /** Digests of the attachments that it shows. */
  readonly shown: readonly string[]
  readonly indexed: IndexedText
}

/** What became of Markdown. */
export interface PreparedDocument extends StorableDocument {
  readonly markdown: string
  readonly warnings: readonly Warning[]
  /** Images that came with it. */
  readonly images: readonly Attachment[]
  /** Digests that the ADF names by a reference, which the wiki puts addresses in place of. */
  readonly references: readonly string[]
}

/**
 * Add to ADF what the store keeps of it.
 * @param page Its title, its Markdown if it has any, and the ADF as JSON text.
 * @param engine The engine that indexes it.
 */
export function storableDocument(
  page: { readonly title: string; readonly markdown: string | null; readonly adf: string },
  engine: Database['engine'],
): StorableDocument {
  return {
    adf: page.adf,
    contentHash: contentHash(page),
    shown: [...listAttachments(page.adf)].sort(),
    indexed: indexedText(engine, page.title, documentText(page.adf)),
  }
}

/**
 * Put the addresses of attachments in place of references.
 * @param page Its title, Markdown and ADF.
 * @param place The space's key, and the digests that the space has or gets.
 */
export function placedDocument(
  page: { readonly title: string; readonly markdown: string; readonly adf: string },
  { spaceKey, known }: { spaceKey: string; known: readonly string[] },
): Omit<StorableDocument, 'indexed'> {
  const adf = placeAttachments(page.adf, spaceKey, new Set(known))
  return {
    adf,
    contentHash: contentHash({ ...page, adf }),
    shown: [...listAttachments(adf)].sort(),
  }
}
