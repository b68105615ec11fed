/** The wiki in Markport's own store. @module */
import type { AuditedStore } from '../accounts/audit.ts'
import { readerAs } from '../accounts/reader.ts'
import { textOf } from '../contract/base/message.ts'
import { writeLabels } from '../contract/titles-and-labels.ts'
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
import { type LastWarnings, toldOfPath } from './import/sources/source-pages.ts'
import { findOwnSpace } from './import/spaces.ts'
import {
  type PageToSave,
  type Saved,
  type Space,
  type TargetWiki,
  toSavedPage,
  type WantedPlace,
} from './import/target-wiki.ts'
import { listPages } from './pages/list-pages.ts'
import { listParentPages } from './pages/pages-around.ts'
import { mergeEdits, sourcesOfWiki } from './sources-of-wiki.ts'
import {
  findDigests,
  shownAttachments,
  withWholeAddresses,
} from './store/attachments/attachments.ts'
import { titleKey } from './store/page-place.ts'
import { reserveInSpace } from './store/reserve-pages.ts'
import {
  type BroughtContent,
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
  warningsOf,
} from './store/saving/source-of-import.ts'
import type { PageToWrite } from './store/saving/write-page.ts'

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
    async checkPlace(target) {
      const place = await readPlace(dependencies, target)
      if (place === undefined) return undefined
      const decision = decide(existingAt(place, place.wanted), requestedBy(target))
      if (!isObstacle(decision)) return 'open'
      const { title: pageTitle, pageId, isCreateOnly } = target
      throw refusalOf(decision, { pageTitle, pageId, isCreateOnly, version: place.page?.version })
    },
    async foresee(target, page) {
      const place = await readPlace(dependencies, target)
      if (place === undefined) return undefined
      const foreseen = await foreseeAt(dependencies, target, place, page)
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
    async savePage(target, page, entry, { withinMs }) {
      // After this time the caller gets an error, so the write must not happen later.
      const untilMs = performance.now() + withinMs
      const save = (toSave: PageToMerge): Promise<Saved | ToMerge> =>
        saveOnce(dependencies, target, toSave, { entry, untilMs })
      let result = await save(page)
      for (let tries = 0; result.outcome === 'to-merge' && tries < maxMerges; tries += 1) {
        const place = await readPlace(dependencies, target)
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
  target: WantedPlace,
  page: PageToMerge,
  { entry, untilMs }: { readonly entry: LedgerEntry; readonly untilMs: number },
): Promise<Saved | ToMerge> {
  const { database, ids } = dependencies
  let { document } = page
  // Addresses of images contain the space, so insert them now.
  if (document.references.length > 0) {
    const place = await readPlace(dependencies, target)
    if (place === undefined) return { outcome: 'not-found' }
    document = await placePageImages(dependencies, place, page)
  }
  const lookup = toLookup(target)
  if (lookup === undefined) return { outcome: 'not-found' }
  const { overwrite, ifMatch } = target
  const { source, takeOver } = page.fields
  const input = {
    ...toWrite({ ...page, document }, entry),
    ...lookup,
    overwrite,
    ifMatch,
    source,
    takeOver,
    merged: page.merged,
    space: await namedSpace(database, lookup.space),
    newPageId: await ids.nextId(),
  }
  // Keep the buffers if the document may still have to be merged with people's edits.
  const handedOver = source === undefined ? buffersOf(document) : []
  const isInCrowd = dependencies.isCrowded()
  const result = await writeOnce(database, input, { handedOver, untilMs, isInCrowd })
  if (result.outcome === 'to-merge' || !('pageId' in result)) return result
  const { outcome, spaceId, spaceKey, pageId, version, warnings } = result
  const written = { id: pageId, title: target.title, parentId: lookup.parentId, version }
  return { outcome, page: toSavedPage({ id: String(spaceId), key: spaceKey }, written), warnings }
}

type WantedStoredPlace = StoredPlace & { readonly wanted: PageLookup }

/**
 * Foretells the result of an import; its images are those that the space does not have.
 * @throws {RequestError} When the import would be refused.
 */
export async function foreseeAt(
  dependencies: EmbeddedWikiDependencies,
  target: WantedPlace,
  place: WantedStoredPlace,
  { fields, ...sent }: PageToSave,
) {
  const document = await placePageImages(dependencies, place, { fields, ...sent })
  const { images, shown, digest } = document
  const labels = keptLabels(fields)
  const content = { digest, labels }
  const sentDigests = images.map(({ sha256 }) => sha256)
  const [knownDigests, { decision, state, warnings, adf }] = await Promise.all([
    findDigests(dependencies.database, Number(place.space.id), sentDigests),
    foreseeSource(dependencies, target, place, { fields, document, content }),
  ])
  if (isObstacle(decision)) {
    const { isCreateOnly } = target
    const version = place.page?.version
    throw refusalOf(decision, { ...fields, isCreateOnly, version, state })
  }
  const { by, at } = state?.edit ?? { by: '', at: '' }
  return {
    outcome: decision,
    warnings,
    adf,
    shown,
    labels,
    images: images.filter(({ sha256 }) => !knownDigests.includes(sha256)),
    edited: state === undefined || state.edits === 'none' ? undefined : { by, at },
  }
}

async function foreseeSource(
  dependencies: EmbeddedWikiDependencies,
  target: WantedPlace,
  place: WantedStoredPlace,
  { fields, document, content }: PageToSave & { readonly content: BroughtContent },
) {
  const { database } = dependencies
  const { source } = fields
  const { adf } = document
  const { via } = target
  const request = { ...fields, ...place.wanted, ...requestedBy(target), via }
  const deciding = decideImport(place, request, { ...content, adf })
  const { decision, state } = await readSteps(database, deciding)
  const [lastWarnings] = source
    ? await database.read<LastWarnings>(toldOfPath(sql`${Number(place.space.id)}`, source))
    : []
  const warnings = warningsOf(fields, { place, state, told: lastWarnings }, document.warnings)
  const foreseen = { decision, state, warnings, adf }
  const toMerge = isObstacle(decision) ? undefined : editsToMerge(place, state, source)
  if (toMerge === undefined) return foreseen
  const merge = await mergeEdits(dependencies, place, { fields, document }, toMerge)
  if (merge === undefined) return { ...foreseen, decision: 'edited-elsewhere' } as const
  const isKept = place.page?.contentHash === merge.document.digest
  const outcome: Decision = isKept ? 'unchanged' : decision
  return { ...foreseen, adf: merge.document.adf, decision: outcome }
}

function toLookup(target: WantedPlace): PageLookup | undefined {
  const { spaceIdOrKey, writer, title } = target
  const parentId = parseId(target.parentId)
  const pageId = target.pageId === undefined ? null : parseId(target.pageId)
  if (parentId === undefined || pageId === undefined) return undefined
  return { space: { spaceIdOrKey, writer }, parentId, titleKey: titleKey(title), pageId }
}

function requestedBy({ pageId, overwrite, ifMatch }: WantedPlace) {
  return { isNamed: pageId !== undefined, overwrite, ifMatch }
}

async function readPlace(
  { database, clock }: Pick<EmbeddedWikiDependencies, 'database' | 'clock'>,
  target: WantedPlace,
): Promise<WantedStoredPlace | undefined> {
  const page = toLookup(target)
  if (page === undefined) return undefined
  const space = await namedSpace(database, page.space)
  const now = clock().getTime()
  const [place] = await readAs<StoredPlace>(database, selectPlace({ ...page, space }, now))
  const isMissing = decide(existingAt(place, page), requestedBy(target)) === 'not-found'
  return place === undefined || isMissing ? undefined : { ...place, wanted: page }
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

function toWrite({ fields, document }: PageToSave, entry: LedgerEntry): PageToWrite {
  const { pageTitle, position = null, navigationTitle = '' } = fields
  const { markdown, adf, indexed, shown: shownDigests, images, digest } = document
  return {
    entry,
    titleKey: titleKey(pageTitle),
    markdown,
    adf,
    indexed,
    digest,
    position,
    navigationTitle: navigationTitle === pageTitle ? '' : navigationTitle,
    attachments: shownAttachments(shownDigests, images),
    labels: keptLabels(fields),
  }
}

function keptLabels({ labels }: PageToSave['fields']): string | null {
  return labels === undefined ? null : writeLabels(labels)
}
