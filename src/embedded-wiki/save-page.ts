/** Saves an imported page in the store, by its title or by its id. @module */
import { type Database, UniqueViolationError, type WriteOptions } from '../database/database.ts'
import { type IdAllocator, parseId } from '../database/ids.ts'
import { writeLabels } from '../importing/labels.ts'
import type { LedgerEntry } from '../importing/ledger/entry.ts'
import type { Utf8Document } from '../importing/prepared-document.ts'
import {
  type Outcome,
  type PageToSave,
  type Place,
  pagePath,
  type Saved,
  type WantedPlace,
} from '../importing/target-wiki.ts'
import type { VersionCondition } from '../importing/version-condition.ts'
import { shownAttachments } from './store/attachments/attachments.ts'
import type { PageToWrite } from './store/saving/save-content.ts'
import { saveImport } from './store/saving/save-import.ts'
import { saveImportInSteps } from './store/saving/save-import-in-steps.ts'
import {
  type SaveNamedImportInput,
  type SaveNamedImportResult,
  saveNamedImport,
} from './store/saving/save-named-import.ts'
import { titleKey } from './store/saving/title-key.ts'

/** How a page is saved. */
export interface Saving {
  /** Its entry in the ledger. */
  readonly entry: LedgerEntry
  /** When nobody waits any more, on the monotonic clock: it is not saved later. */
  readonly untilMs: number
}

/**
 * Save a page that its title names; its place is found in the same step.
 * @param dependencies The store, and what gives the page its id.
 * @param wanted Its place.
 * @param saving How.
 */
export async function saveTitledPage(
  { database, ids }: { database: Database; ids: IdAllocator },
  { parentId, spaceIdOrKey, writer }: Pick<WantedPlace, 'parentId' | 'spaceIdOrKey' | 'writer'>,
  page: PageToSave,
  { entry, untilMs }: Saving,
): Promise<Saved> {
  const parent = parseId(parentId)
  if (parent === undefined) return { outcome: 'not-found' }
  const newPageId = await ids.nextId()
  // Nothing else that is known of the caller: functions cannot be sent to the thread that writes.
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

/**
 * Save a page that its id names.
 * @param place Where it was found, or is to stand.
 * @param saving How.
 */
export async function saveNamedPage(
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

/** A title that was taken between the look and the write is seen by the second look. */
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

/** Nobody reads the document once it is saved. */
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
