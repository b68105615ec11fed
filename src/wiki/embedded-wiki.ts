/** The wiki in Markport's own store. @module */
import type { AuditedStore } from '../accounts/audit.ts'
import { readerAs } from '../accounts/reader.ts'
import { textOf } from '../contract/base/message.ts'
import {
  type Database,
  readSteps,
  UniqueViolationError,
  type WriteOptions,
} from '../store/database.ts'
import { parseId } from '../store/ids.ts'
import { readAs } from '../store/read-as.ts'
import { sql } from '../store/sql.ts'
import { type EmbeddedWork, placePageImages } from './embedded-work.ts'
import { type Decision, decide, isObstacle, refusalOf } from './import/decide.ts'
import type { ImportWork } from './import/import-work.ts'
import type { LedgerEntry } from './import/ledger/ledger.ts'
import type { Utf8Document } from './import/prepared-document.ts'
import { type LastWarnings, toldOfPath, warningsOf } from './import/sources/source-pages.ts'
import { findOwnSpace } from './import/spaces.ts'
import {
  type PageToSave,
  type Saved,
  type Space,
  type TargetWiki,
  toSavedPage,
  type WantedPage,
} from './import/target-wiki.ts'
import { listPages } from './pages/list-pages.ts'
import { listParentPages } from './pages/pages-around.ts'
import { mergeEdits, sourcesOfWiki } from './sources-of-wiki.ts'
import { findDigests, withWholeAddresses } from './store/attachments/attachments.ts'
import { titleKey } from './store/page-place.ts'
import { reserveInSpace } from './store/reserve-pages.ts'
import {
  existingAt,
  namedSpace,
  type PageLookup,
  type StoredPlace,
  selectPlace,
} from './store/saving/find-place.ts'
import { type SavePageInput, type SavePageResult, savePage } from './store/saving/save-page.ts'
import {
  decideImport,
  editsToMerge,
  type MergedPage,
  type ToMerge,
} from './store/saving/source-of-import.ts'

export interface EmbeddedWikiDependencies extends AuditedStore {
  readonly workers: Pick<EmbeddedWork & ImportWork, 'placeImages' | 'findLineEdits' | 'mergeImport'>
  readonly publicUrl: () => string
}

interface SavingDependencies extends EmbeddedWikiDependencies {
  /** Whether several imports wait for a worker. */
  readonly isCrowded: () => boolean
}

export function embeddedWiki(dependencies: SavingDependencies): TargetWiki {
  const { database } = dependencies
  return {
    async checkPlace(page) {
      const place = await readPlace(dependencies, page)
      if (place === undefined) return undefined
      const decision = decide(existingAt(place, place.lookup), requestedBy(page))
      if (!isObstacle(decision)) return 'open'
      const { fields, isCreateOnly } = page
      throw refusalOf(decision, { ...fields, isCreateOnly, version: place.page?.version })
    },
    async foresee(page) {
      const place = await readPlace(dependencies, page)
      if (place === undefined) return undefined
      const foreseen = await foreseeAt(dependencies, place, page)
      const { outcome, warnings, adf, images, edited } = foreseen
      const files = images.map(({ sha256, name = sha256 }) => name)
      return {
        outcome,
        warnings,
        page: place.page && toSavedPage(place.space, place.page),
        foreseen: {
          title: page.fields.pageTitle,
          ...(edited && { edited }),
          ...(files.length > 0 && { files }),
        },
        adf: () => withWholeAddresses(textOf(adf), dependencies.publicUrl()),
      }
    },
    async savePage(page, entry, { withinMs }) {
      // After this time the caller gets an error, so the write must not happen later.
      const untilMs = performance.now() + withinMs
      const save = (toSave: PageToMerge): Promise<Saved | ToMerge> =>
        saveOnce(dependencies, toSave, { entry, untilMs })
      let result = await save(page)
      for (let tries = 0; result.outcome === 'to-merge' && tries < maxMerges; tries += 1) {
        const place = await readPlace(dependencies, page)
        if (place === undefined) return { outcome: 'not-found' }
        const merge = await mergeEdits(dependencies, place, page, result)
        if (merge === undefined) return { outcome: 'edited-elsewhere' }
        result = await save({ ...page, ...merge })
      }
      return result.outcome === 'to-merge' ? { outcome: 'conflict' } : result
    },
    reservePages: (request) => reserveInSpace(dependencies, request),
    async findPages({ spaceIdOrKey, ids, writer }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      const pages =
        space &&
        (await listPages(readerAs(database, writer), { spaceId: space.id, ids, limit: ids.length }))
      return pages?.map(({ id, title, parentId = 0, version }) => {
        const page = { id: Number(id), title, parentId: Number(parentId), version: version.number }
        return toSavedPage(space as Space, page)
      })
    },
    listParents: (search) => listParentPages(database, search),
    ...sourcesOfWiki(dependencies),
  }
}

/** Other writers may change the page again while an import is merged with it. */
const maxMerges = 3

interface PageToMerge extends PageToSave {
  readonly merged?: MergedPage
}

async function saveOnce(
  dependencies: SavingDependencies,
  page: PageToMerge,
  { entry, untilMs }: { readonly entry: LedgerEntry; readonly untilMs: number },
): Promise<Saved | ToMerge> {
  const { database, ids } = dependencies
  let { document } = page
  // Addresses of images contain the space, so insert them now.
  if (document.references.length > 0) {
    const place = await readPlace(dependencies, page)
    if (place === undefined) return { outcome: 'not-found' }
    document = await placePageImages(dependencies, place, page)
  }
  const lookup = toLookup(page)
  if (lookup === undefined) return { outcome: 'not-found' }
  const input = {
    ...page,
    document,
    entry,
    lookup: { ...lookup, space: await namedSpace(database, lookup.space) },
    newPageId: await ids.nextId(),
  }
  // Keep the buffers if the document may still have to be merged with people's edits.
  const handedOver = page.fields.source === undefined ? buffersOf(document) : []
  const isInCrowd = dependencies.isCrowded()
  const result = await writeOnce(database, input, { handedOver, untilMs, isInCrowd })
  if (result.outcome === 'to-merge' || !('pageId' in result)) return result
  const { outcome, spaceId, spaceKey, pageId, version, warnings } = result
  const written = { id: pageId, title: page.fields.pageTitle, parentId: lookup.parentId, version }
  return { outcome, page: toSavedPage({ id: String(spaceId), key: spaceKey }, written), warnings }
}

type WantedStoredPlace = StoredPlace & { readonly lookup: PageLookup }

/**
 * Foretells the result of an import; its images are those that the space does not have.
 * @throws {RequestError} When the import would be refused.
 */
export async function foreseeAt(
  dependencies: EmbeddedWikiDependencies,
  place: WantedStoredPlace,
  sent: PageToSave,
) {
  const document = await placePageImages(dependencies, place, sent)
  const { images, shown } = document
  const sentDigests = images.map(({ sha256 }) => sha256)
  const [knownDigests, { decision, state, warnings, adf }] = await Promise.all([
    findDigests(dependencies.database, Number(place.space.id), sentDigests),
    foreseeSource(dependencies, place, { ...sent, document }),
  ])
  if (isObstacle(decision)) {
    const { fields, isCreateOnly } = sent
    const version = place.page?.version
    throw refusalOf(decision, { ...fields, isCreateOnly, version, state })
  }
  const { by, at } = state?.edit ?? { by: '', at: '' }
  return {
    outcome: decision,
    warnings,
    adf,
    shown,
    images: images.filter(({ sha256 }) => !knownDigests.includes(sha256)),
    edited: state === undefined || state.edits === 'none' ? undefined : { by, at },
  }
}

async function foreseeSource(
  dependencies: EmbeddedWikiDependencies,
  place: WantedStoredPlace,
  page: PageToSave,
) {
  const { database } = dependencies
  const { fields, document } = page
  const { source } = fields
  const { adf } = document
  const deciding = decideImport(place, place.lookup, page)
  const { decision, state } = await readSteps(database, deciding)
  const [lastWarnings] = source
    ? await database.read<LastWarnings>(toldOfPath(sql`${Number(place.space.id)}`, source))
    : []
  const told = { policy: place.space.edits, state, told: lastWarnings }
  const warnings = warningsOf(fields, told, document.warnings)
  const foreseen = { decision, state, warnings, adf }
  const toMerge = isObstacle(decision) ? undefined : editsToMerge(place, state, source)
  if (toMerge === undefined) return foreseen
  const merge = await mergeEdits(dependencies, place, page, toMerge)
  if (merge === undefined) return { ...foreseen, decision: 'edited-elsewhere' } as const
  const isKept = place.page?.contentHash === merge.document.digest
  const outcome: Decision = isKept ? 'unchanged' : decision
  return { ...foreseen, adf: merge.document.adf, decision: outcome }
}

function toLookup({ fields, writer }: WantedPage): PageLookup | undefined {
  const { spaceId: spaceIdOrKey, pageTitle } = fields
  const parentId = parseId(fields.parentId)
  const pageId = fields.pageId === undefined ? null : parseId(fields.pageId)
  if (parentId === undefined || pageId === undefined) return undefined
  return { space: { spaceIdOrKey, writer }, parentId, titleKey: titleKey(pageTitle), pageId }
}

function requestedBy({ fields: { pageId, overwrite }, ifMatch }: WantedPage) {
  return { isNamed: pageId !== undefined, overwrite, ifMatch }
}

async function readPlace(
  { database, clock }: Pick<EmbeddedWikiDependencies, 'database' | 'clock'>,
  page: WantedPage,
): Promise<WantedStoredPlace | undefined> {
  const lookup = toLookup(page)
  if (lookup === undefined) return undefined
  const space = await namedSpace(database, lookup.space)
  const now = clock().getTime()
  const [place] = await readAs<StoredPlace>(database, selectPlace({ ...lookup, space }, now))
  const isMissing = decide(existingAt(place, lookup), requestedBy(page)) === 'not-found'
  return place === undefined || isMissing ? undefined : { ...place, lookup }
}

/** Retry after a unique violation: another import made the page meanwhile, and we find it now. */
async function writeOnce(
  database: Database,
  input: SavePageInput,
  options: WriteOptions,
): Promise<SavePageResult> {
  try {
    return await database.write(savePage, input, options)
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error
    return database.write(savePage, input, options)
  }
}

/** The buffers may be transferred, because nobody reads the document after saving. */
function buffersOf({ adf, markdown, indexed, images }: Utf8Document): ArrayBuffer[] {
  const files = images.map(({ bytes }) => bytes)
  const parts = [adf, markdown, ...Object.values(indexed), ...files]
  return [...new Set(parts.map(({ buffer }) => buffer as ArrayBuffer))]
}
