/** Puts the addresses that images have in a space in place of references. @module */
import type { Database } from '../database/database.ts'
import type { Utf8Document } from '../importing/prepared-document.ts'
import type { PageToSave, Place } from '../importing/target-wiki.ts'
import type { EmbeddedWork } from './embedded-work.ts'
import { findDigests } from './store/attachments/attachments.ts'

/**
 * Place the images of a page.
 * @param dependencies The store, and who does it.
 * @param place The space.
 * @param page The page.
 */
export async function placePageImages(
  { database, workers }: { database: Database; workers: Pick<EmbeddedWork, 'placeImages'> },
  { space }: Pick<Place, 'space'>,
  { fields: { pageTitle: title }, document }: PageToSave,
): Promise<Utf8Document> {
  const { references, images } = document
  if (references.length === 0) return document
  const brought = new Set(images.map(({ sha256 }) => sha256))
  // A page's Markdown, read here and imported again, names what the space has already.
  const others = references.filter((sha256) => !brought.has(sha256))
  const known = [...brought, ...(await findDigests(database, Number(space.id), others))]
  return workers.placeImages(document, { title, spaceKey: space.key, known })
}
