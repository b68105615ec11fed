/** The wiki in Markport's own store. @module */
import type { Clock } from '../auth/clock.ts'
import { readerAs } from '../auth/reader.ts'
import { writeLabels } from '../contract/labels.ts'
import { type Database, UniqueViolationError, type WriteOptions } from '../database/database.ts'
import { type IdAllocator, parseId } from '../database/ids.ts'
import { checkPlace } from '../importing/import-place.ts'
import type { LedgerEntry } from '../importing/ledger/entry.ts'
import type { Utf8Document } from '../importing/prepared-document.ts'
import {
  type ExistingPage,
  type Outcome,
  type PageToSave,
  type Place,
  pagePath,
  type Saved,
  type SavedPage,
  type Space,
  type TargetWiki,
  type WantedPlace,
} from '../importing/target-wiki.ts'
import { checkVersion, type VersionCondition } from '../importing/version-condition.ts'
import { textOf } from '../isolation/frames.ts'
import { type EmbeddedWork, placePageImages } from './embedded-work.ts'
import { listPages } from './pages/list-pages.ts'
import { listParentPages } from './pages/pages-around.ts'
import { withWholeAddresses } from './store/attachments/attachment-addresses.ts'
import { findDigests, shownAttachments } from './store/attachments/attachments.ts'
import { titleKey } from './store/page-place.ts'
import { findOwnSpace, reserveInSpace } from './store/reserving/reserve-pages.ts'
import { findNamedPlace, findTitledPlace } from './store/saving/find-place.ts'
import type { PageToWrite } from './store/saving/save-content.ts'
import { saveImport } from './store/saving/save-import.ts'
import { saveImportInSteps } from './store/saving/save-import-in-steps.ts'
import {
  type SaveNamedImportInput,
  type SaveNamedImportResult,
  saveNamedImport,
} from './store/saving/save-named-import.ts'

interface EmbeddedWikiDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly workers: Pick<EmbeddedWork, 'placeImages'>
  readonly publicUrl: () => string
}

export function embeddedWiki(dependencies: EmbeddedWikiDependencies): TargetWiki {
  const { database, ids, clock } = dependencies
  const findPlace = ({ pageId, ...wanted }: WantedPlace): Promise<Place | undefined> =>
    pageId === undefined
      ? findTitledPlace(database, wanted)
      : findNamedPlace(database, { ...wanted, pageId, now: clock().getTime() })
  return {
    findPlace,
    async foresee(wanted, page) {
      const place = await findPlace(wanted)
      if (place === undefined) return undefined
      const { fields, document } = page
      checkPlace(place, fields, wanted)
      const { space, existing } = place
      const { edited } = existing ?? {}
      const brought = document.images.map(({ sha256 }) => sha256)
      const [{ digest, adf }, known] = await Promise.all([
        placePageImages(dependencies, place, page),
        findDigests(database, Number(space.id), brought),
      ])
      const missing = document.images.filter(({ sha256 }) => !known.includes(sha256))
      const files = missing.map(({ sha256, name = sha256 }) => name)
      return {
        outcome: foreseeOutcome(existing, digest, fields.labels),
        page: existing && pageIn(space, existing),
        foreseen: {
          title: fields.pageTitle,
          ...(edited && { edited }),
          ...(files.length > 0 && { files }),
        },
        adf: () => withWholeAddresses(textOf(adf), dependencies.publicUrl()),
      }
    },
    async savePage(wanted, page, entry, { withinMs }) {
      // A caller that waits longer is told that the write can no longer happen.
      const saving = { entry, untilMs: performance.now() + withinMs }
      const { pageId, ...titled } = wanted
      const { ifMatch } = wanted
      const hasReferences = page.document.references.length > 0
      // Saving by title looks up the place itself.
      if (pageId === undefined && !hasReferences && ifMatch === undefined) {
        return saveTitledPage(dependencies, titled, page, saving)
      }
      const place = await findPlace(wanted)
      if (place === undefined) return { outcome: 'not-found' }
      // A version condition applies to one page, even if its title changes meanwhile.
      const namedId = pageId ?? (ifMatch && place.existing?.id)
      if (namedId === undefined) checkVersion(ifMatch, undefined)
      const placed = { ...page, document: await placePageImages(dependencies, place, page) }
      return namedId === undefined
        ? saveTitledPage(dependencies, titled, placed, saving)
        : saveNamedPage(database, { ...place, pageId: namedId, ifMatch }, placed, saving)
    },
    reservePages: (wanted) => reserveInSpace({ database, ids, clock }, wanted),
    async findPages({ spaceIdOrKey, ids, writer }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      const pages =
        space &&
        (await listPages(readerAs(database, writer), { spaceId: space.id, ids, limit: ids.length }))
      return pages?.map(({ id, title, spaceId, spaceKey, parentId = id, version }) => {
        return {
          id,
          title,
          spaceId,
          parentId,
          version: version.number,
          path: pagePath(spaceKey, id),
        }
      })
    },
    listParents: (search) => listParentPages(database, search),
  }
}

function pageIn(
  { id: spaceId }: Space,
  { id, title, parentId, version, path }: ExistingPage,
): SavedPage {
  return { id, title, spaceId, parentId, version, path }
}

interface Saving {
  readonly entry: LedgerEntry
  /** Deadline by `performance.now()`: the page is not saved later. */
  readonly untilMs: number
}

async function saveTitledPage(
  { database, ids }: { database: Database; ids: IdAllocator },
  { parentId, spaceIdOrKey, writer }: Pick<WantedPlace, 'parentId' | 'spaceIdOrKey' | 'writer'>,
  page: PageToSave,
  { entry, untilMs }: Saving,
): Promise<Saved> {
  const parent = parseId(parentId)
  if (parent === undefined) return { outcome: 'not-found' }
  const newPageId = await ids.nextId()
  // Only plain data: functions cannot be sent to the writer thread.
  const space = { spaceIdOrKey, writer }
  const input = { ...toWrite(page), entry, space, parentId: parent, newPageId }
  const handedOver = buffersOf(page.document)
  const save = database.isSpread ? saveImportInSteps : saveImport
  const result = await database.write(save, input, { handedOver, untilMs })
  if (!('pageId' in result)) return result
  const { outcome, spaceId, spaceKey, pageId, version } = result
  const place = { space: { id: String(spaceId), key: spaceKey }, parentId, pageId: String(pageId) }
  return savedAt(place, page, { outcome, version })
}

async function saveNamedPage(
  database: Database,
  place: Place & { readonly pageId: string; readonly ifMatch: VersionCondition | undefined },
  page: PageToSave,
  { entry, untilMs }: Saving,
): Promise<Saved> {
  const input = {
    ...toWrite(page),
    entry: { ...entry, spaceId: Number(place.space.id) },
    parentId: Number(place.parentId),
    pageId: Number(place.pageId),
    ifMatch: place.ifMatch,
  }
  const result = await writeNamed(database, input, { untilMs })
  return 'version' in result ? savedAt(place, page, result) : result
}

/** If the title was taken after the check, the second attempt sees it. */
async function writeNamed(
  database: Database,
  input: SaveNamedImportInput,
  options: WriteOptions,
): Promise<SaveNamedImportResult> {
  try {
    return await database.write(saveNamedImport, input, options)
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error
    return database.write(saveNamedImport, input, options)
  }
}

/** The buffers may be transferred, because nobody reads the document after saving. */
function buffersOf({ adf, markdown, indexed, images }: Utf8Document): ArrayBuffer[] {
  const files = images.map(({ bytes }) => bytes)
  const all = [adf, markdown, ...Object.values(indexed), ...files]
  return [...new Set(all.map(({ buffer }) => buffer as ArrayBuffer))]
}

function toWrite({ fields, document }: PageToSave): Omit<PageToWrite, 'entry' | 'parentId'> {
  const {
    pageTitle,
    labels,
    position = null,
    navigationTitle = null,
    sourceUrl = null,
    overwrite,
  } = fields
  const { markdown, adf, indexed, shown, images, digest } = document
  return {
    titleKey: titleKey(pageTitle),
    markdown,
    adf,
    indexed,
    digest,
    position,
    navigationTitle: navigationTitle === pageTitle ? '' : navigationTitle,
    sourceUrl,
    overwrite,
    attachments: shownAttachments(shown, images),
    labels: labels === undefined ? null : writeLabels(labels),
  }
}

function savedAt(
  {
    space,
    parentId,
    pageId: id,
  }: Pick<Place, 'parentId'> & { pageId: string; space: Pick<Place['space'], 'id' | 'key'> },
  { fields: { pageTitle: title } }: PageToSave,
  { outcome, version }: { outcome: Outcome; version: number },
): Saved {
  const page = { id, title, spaceId: space.id, parentId, version, path: pagePath(space.key, id) }
  return { outcome, page }
}

/**
 * A page is unchanged if the last import brought the same, and nobody wrote a version since.
 * @param labels The new labels; undefined keeps those of the page.
 */
function foreseeOutcome(
  existing: ExistingPage | undefined,
  digest: string,
  labels: readonly string[] | undefined,
): Outcome {
  if (existing === undefined) return 'created'
  const { lastImport, version } = existing
  const isSame = lastImport?.digest === digest && lastImport.version === version
  const hasLabels = labels === undefined || writeLabels(labels) === writeLabels(existing.labels)
  return isSame && hasLabels ? 'unchanged' : 'updated'
}
