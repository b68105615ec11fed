/** The wiki that Markport carries in its own store. @module */
import type { Clock } from '../auth/clock.ts'
import { type Database, UniqueViolationError } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { writeLabels } from '../importing/labels.ts'
import type { PreparedDocument } from '../importing/prepared-document.ts'
import {
  foreseeOutcome,
  type PageToSave,
  type Place,
  pagePath,
  type Saved,
  type TargetWiki,
} from '../importing/target-wiki.ts'
import type { EmbeddedWork } from './embedded-work.ts'
import { withWholeAddresses } from './store/attachment-addresses.ts'
import { findDigests, shownAttachments } from './store/attachments.ts'
import { findNamedPlace, findTitledPlace } from './store/find-place.ts'
import { listParentPages } from './store/parent-pages.ts'
import { reserveInSpace } from './store/reserve-pages.ts'
import type { SaveImportResult } from './store/save-content.ts'
import { saveImport } from './store/save-import.ts'
import { type SaveNamedImportInput, saveNamedImport } from './store/save-named-import.ts'
import { titleKey } from './store/title-key.ts'

export interface EmbeddedWikiDependencies {
  /** Where its spaces and pages live. */
  readonly database: Database
  /** Gives ids to pages. */
  readonly ids: IdAllocator
  /** Tells which reservations have lapsed. */
  readonly clock: Clock
  /** Put images into documents. */
  readonly workers: Pick<EmbeddedWork, 'placeImages'>
  /** The address that whole addresses of images start with. */
  readonly publicUrl: () => string
}

/**
 * Make the embedded wiki over a store.
 * @param dependencies The store, and what works for it.
 */
export function embeddedWiki({
  database,
  ids,
  clock,
  workers,
  publicUrl,
}: EmbeddedWikiDependencies): TargetWiki {
  /** Put the addresses that images have in the space in place of references. */
  const placeImages = async (
    { space }: Place,
    { fields: { pageTitle: title }, document }: PageToSave,
  ): Promise<PreparedDocument> => {
    const { references, images } = document
    if (references.length === 0) return document
    const brought = new Set(images.map(({ sha256 }) => sha256))
    // A page's Markdown, read here and imported again, names what the space has already.
    const others = references.filter((sha256) => !brought.has(sha256))
    const known = [...brought, ...(await findDigests(database, Number(space.id), others))]
    return workers.placeImages(document, { title, spaceKey: space.key, known })
  }
  return {
    findPlace: ({ pageId, ...wanted }) =>
      pageId === undefined
        ? findTitledPlace(database, wanted)
        : findNamedPlace(database, { ...wanted, pageId, now: clock().getTime() }),
    async foresee(place, page) {
      const { digest, shown, adf } = await placeImages(place, page)
      return {
        outcome: foreseeOutcome(place.existing, digest, page.fields.labels),
        // Only a document that shows attachments has addresses to complete.
        adf: () => (shown.length === 0 ? adf : withWholeAddresses(adf, publicUrl())),
      }
    },
    async savePage(place, page, entry) {
      const document = await placeImages(place, page)
      const { pageTitle: title, labels, position = null, pageId, overwrite } = page.fields
      const input = {
        entry,
        parentId: Number(place.parentId),
        titleKey: titleKey(title),
        markdown: document.markdown,
        adf: document.adf,
        indexed: document.indexed,
        attachments: shownAttachments(document.shown, document.images),
        digest: document.digest,
        labels: labels === undefined ? null : writeLabels(labels),
        position,
        overwrite,
      }
      const result =
        pageId === undefined
          ? await database.write(saveImport, { ...input, newPageId: await ids.nextId() })
          : await saveNamed(database, { ...input, pageId: Number(pageId) })
      return toSaved(place, title, result)
    },
    reservePages: (wanted) => reserveInSpace({ database, ids, clock }, wanted),
    listParents: (search) => listParentPages(database, search),
  }
}

/** A title that was taken between the look and the write is seen by the second look. */
async function saveNamed(
  database: Database,
  input: SaveNamedImportInput,
): Promise<SaveImportResult> {
  try {
    return await database.write(saveNamedImport, input)
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error
    return database.write(saveNamedImport, input)
  }
}

function toSaved({ space, parentId }: Place, title: string, result: SaveImportResult): Saved {
  if (!('pageId' in result)) return result
  const { outcome, version } = result
  if (outcome === 'already-exists') return { outcome }
  const id = String(result.pageId)
  const page = { id, title, spaceId: space.id, parentId, version }
  return { outcome, page: { ...page, path: pagePath(space.key, id) } }
}
