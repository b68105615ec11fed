/** The wiki that Markport carries in its own store. @module */
import { isWritable } from '../auth/access-conditions.ts'
import type { Database } from '../database/database.ts'
import { type IdAllocator, parseId } from '../database/ids.ts'
import { sql } from '../database/sql.ts'
import { readLabels, writeLabels } from '../importing/labels.ts'
import type { PreparedDocument } from '../importing/prepared-document.ts'
import {
  type ExistingPage,
  foreseeOutcome,
  type PageToSave,
  type Place,
  pagePath,
  type Saved,
  type TargetWiki,
  type WantedPlace,
} from '../importing/target-wiki.ts'
import type { EmbeddedWork } from './embedded-work.ts'
import { withWholeAddresses } from './store/attachment-addresses.ts'
import { findDigests, shownAttachments } from './store/attachments.ts'
import { listParentPages } from './store/parent-pages.ts'
import { type SaveImportResult, saveImport } from './store/save-import.ts'
import { titleKey } from './store/title-key.ts'

export interface EmbeddedWikiDependencies {
  /** Where its spaces and pages live. */
  readonly database: Database
  /** Gives ids to pages. */
  readonly ids: IdAllocator
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
    findPlace: (wanted) => findPlace(database, wanted),
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
      const { pageTitle: title, labels, overwrite } = page.fields
      const result = await database.write(saveImport, {
        entry,
        parentId: Number(place.parentId),
        titleKey: titleKey(title),
        markdown: document.markdown,
        adf: document.adf,
        indexed: document.indexed,
        attachments: shownAttachments(document.shown, document.images),
        digest: document.digest,
        labels: labels === undefined ? null : writeLabels(labels),
        overwrite,
        newPageId: await ids.nextId(),
      })
      return toSaved(place, title, result)
    },
    listParents: (search) => listParentPages(database, search),
  }
}

interface PlaceRow {
  readonly space_id: number
  readonly key: string
  readonly name: string
  readonly homepage_id: number
  readonly existing_id: number | null
  readonly version: number
  readonly content_hash: string
  readonly imported_version: number
  readonly labels: string
}

/** One statement for space, access, parent and page: whichever is missing, the answer is the same. */
async function findPlace(database: Database, wanted: WantedPlace): Promise<Place | undefined> {
  const parentId = parseId(wanted.parentId)
  if (parentId === undefined) return undefined
  // A key starts with a letter, so it is never taken for an id.
  const spaceId = parseId(wanted.spaceIdOrKey) ?? 0
  const [row] = await database.read<PlaceRow>(sql`
    select spaces.id as space_id, spaces.key, spaces.name, spaces.homepage_id,
      existing.id as existing_id, existing.version, existing.content_hash, existing.imported_version,
      existing.labels
    from spaces
    join pages parent
      on parent.space_id = spaces.id and parent.id = ${parentId} and parent.status = 'current'
    left join pages existing
      on existing.space_id = spaces.id and existing.parent_id = parent.id
      and existing.title_key = ${titleKey(wanted.title)} and existing.status = 'current'
    where (spaces.id = ${spaceId} or spaces.key_fold = ${wanted.spaceIdOrKey.toLowerCase()})
      and ${isWritable(sql`spaces.id`, wanted.userId)}`)
  if (row === undefined) return undefined
  return {
    space: {
      id: String(row.space_id),
      key: row.key,
      name: row.name,
      homepageId: String(row.homepage_id),
    },
    parentId: wanted.parentId,
    existing: row.existing_id === null ? undefined : toExistingPage(row, row.existing_id),
  }
}

function toExistingPage(row: PlaceRow, pageId: number): ExistingPage {
  const id = String(pageId)
  const { version, imported_version: importedVersion } = row
  return {
    id,
    version,
    lastImport:
      importedVersion === 0 ? undefined : { digest: row.content_hash, version: importedVersion },
    labels: readLabels(row.labels),
    path: pagePath(row.key, id),
  }
}

function toSaved({ space, parentId }: Place, title: string, result: SaveImportResult): Saved {
  const { outcome } = result
  if (outcome === 'not-found' || outcome === 'repeated' || outcome === 'already-exists') {
    return { outcome }
  }
  const id = String(result.pageId)
  const page = { id, title, spaceId: space.id, parentId, version: result.version }
  return { outcome, page: { ...page, path: pagePath(space.key, id) } }
}
