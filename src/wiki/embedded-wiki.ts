/** The wiki in Markport's own store. @module */
import type { Clock } from '../accounts/clock.ts'
import { readerAs } from '../accounts/reader.ts'
import type { AnswerWarning } from '../contract/answers.ts'
import { textOf } from '../contract/base/message.ts'
import { writeLabels } from '../contract/titles-and-labels.ts'
import { type Database, readSteps, UniqueViolationError } from '../store/database.ts'
import { type IdAllocator, parseId } from '../store/ids.ts'
import { sql } from '../store/sql.ts'
import { type EmbeddedWork, placePageImages } from './embedded-work.ts'
import { type Decision, decide, isObstacle } from './import/decide.ts'
import type { ImportWork } from './import/import-work.ts'
import type { LedgerEntry } from './import/ledger/entry.ts'
import type { Utf8Document } from './import/prepared-document.ts'
import { refusalOf } from './import/refusals.ts'
import { type LastWarnings, toldOfPath } from './import/sources/source-pages.ts'
import type { SourceState } from './import/sources/source-state.ts'
import {
  type ExistingPage,
  type PageToSave,
  pagePath,
  type Saved,
  type SavedPage,
  type Space,
  type TargetWiki,
  type WantedPlace,
} from './import/target-wiki.ts'
import { mergeEdits } from './merge-edits.ts'
import { listPages } from './pages/list-pages.ts'
import { listParentPages } from './pages/pages-around.ts'
import { sourcesOfWiki } from './sources-of-wiki.ts'
import { withWholeAddresses } from './store/attachments/attachment-addresses.ts'
import { findDigests, shownAttachments } from './store/attachments/attachments.ts'
import { titleKey } from './store/page-place.ts'
import { findOwnSpace, reserveInSpace } from './store/reserving/reserve-pages.ts'
import {
  type BroughtContent,
  describePage,
  existingAt,
  namedSpace,
  type PageLookup,
  type PlaceRow,
  pageAt,
  selectPlace,
  spaceAt,
} from './store/saving/find-place.ts'
import {
  type SavePageInput,
  type SavePageResult,
  savePage,
  type ToMerge,
} from './store/saving/save-page.ts'
import { findSourceState, type MergedPage, warningsOf } from './store/saving/source-of-import.ts'
import type { PageToWrite } from './store/saving/write-page.ts'

interface EmbeddedWikiDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly workers: Pick<EmbeddedWork & ImportWork, 'placeImages' | 'findLineEdits' | 'mergeImport'>
  readonly publicUrl: () => string
}

export function embeddedWiki(dependencies: EmbeddedWikiDependencies): TargetWiki {
  const { database, ids, clock } = dependencies
  return {
    async findPlace(wanted) {
      const place = await readPlace(dependencies, wanted)
      if (place === undefined) return undefined
      const page = pageAt(place)
      const decision = decide(existingAt(place, place.wanted), requestedBy(wanted))
      return {
        space: spaceAt(place),
        parentId: wanted.parentId,
        existing: page && describePage(place, page),
        obstacle: isObstacle(decision) ? decision : undefined,
      }
    },
    async foresee(wanted, page) {
      const place = await readPlace(dependencies, wanted)
      if (place === undefined) return undefined
      const { fields, document } = page
      const space = spaceAt(place)
      const stored = pageAt(place)
      const existing = stored && describePage(place, stored)
      const brought = document.images.map(({ sha256 }) => sha256)
      const [{ digest, adf }, known] = await Promise.all([
        placePageImages(dependencies, { space }, page),
        findDigests(database, Number(space.id), brought),
      ])
      const content = { digest, labels: keptLabels(fields) }
      const sourced = await foreseeSource(dependencies, wanted, place, {
        fields,
        document: { ...document, adf },
        content,
      })
      const { decision, state } = sourced
      if (isObstacle(decision)) {
        const { isCreateOnly } = wanted
        const version = existing?.version
        throw refusalOf(decision, { ...fields, isCreateOnly, version, state })
      }
      const missing = document.images.filter(({ sha256 }) => !known.includes(sha256))
      const files = missing.map(({ sha256, name = sha256 }) => name)
      const { by, at } = state?.edit ?? {}
      const isEdited = state !== undefined && state.edits !== 'none'
      return {
        outcome: decision,
        warnings: sourced.warnings,
        page: existing && pageIn(space, existing),
        foreseen: {
          title: fields.pageTitle,
          ...(isEdited && by !== undefined && at !== undefined && { edited: { by, at } }),
          ...(files.length > 0 && { files }),
        },
        adf: () => withWholeAddresses(textOf(sourced.adf), dependencies.publicUrl()),
      }
    },
    async savePage(wanted, page, entry, { withinMs }) {
      // A caller that waits longer is told that the write can no longer happen.
      const untilMs = performance.now() + withinMs
      const save = (toSave: PageToMerge): Promise<Saved | ToMerge> =>
        saveOnce(dependencies, wanted, toSave, { entry, untilMs })
      let saved = await save(page)
      for (let tries = 0; saved.outcome === 'to-merge' && tries < maxMerges; tries += 1) {
        const place = await readPlace(dependencies, wanted)
        if (place === undefined) return { outcome: 'not-found' }
        const merged = await mergeEdits(dependencies, { space: spaceAt(place) }, page, saved)
        if (merged === undefined) return { outcome: 'edited-elsewhere' }
        saved = await save({ ...page, ...merged })
      }
      return saved.outcome === 'to-merge' ? { outcome: 'conflict' } : saved
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
    ...sourcesOfWiki(dependencies),
  }
}

/** Somebody may write the page again while an import is merged with it. */
const maxMerges = 3

interface PageToMerge extends PageToSave {
  readonly merged?: MergedPage
}

async function saveOnce(
  dependencies: EmbeddedWikiDependencies,
  wanted: WantedPlace,
  page: PageToMerge,
  { entry, untilMs }: { readonly entry: LedgerEntry; readonly untilMs: number },
): Promise<Saved | ToMerge> {
  const { database, ids } = dependencies
  let { document } = page
  // Addresses of images name the space.
  if (document.references.length > 0) {
    const place = await readPlace(dependencies, wanted)
    if (place === undefined) return { outcome: 'not-found' }
    document = await placePageImages(dependencies, { space: spaceAt(place) }, page)
  }
  const placed = toLookup(wanted)
  if (placed === undefined) return { outcome: 'not-found' }
  const { overwrite, ifMatch } = wanted
  const { source, takeOver } = page.fields
  const input = {
    ...toWrite({ ...page, document }, entry),
    ...placed,
    overwrite,
    ifMatch,
    source,
    takeOver,
    merged: page.merged,
    space: await namedSpace(database, placed.space),
    newPageId: await ids.nextId(),
  }
  // What people wrote may have to be merged with it.
  const handedOver = source === undefined ? buffersOf(document) : []
  const result = await writeOnce(database, input, { handedOver, untilMs })
  if (result.outcome === 'to-merge' || !('pageId' in result)) return result
  const { outcome, spaceId, spaceKey, version, warnings } = result
  const id = String(result.pageId)
  const { title, parentId } = wanted
  const path = pagePath(spaceKey, id)
  const saved = { id, title, spaceId: String(spaceId), parentId, version, path }
  return { outcome, page: saved, warnings }
}

interface ForeseenSource {
  readonly decision: Decision
  readonly state: SourceState | undefined
  readonly warnings: readonly AnswerWarning[]
  readonly adf: Utf8Document['adf']
}

async function foreseeSource(
  dependencies: EmbeddedWikiDependencies,
  wanted: WantedPlace,
  place: PlaceRow & { readonly wanted: PageLookup },
  { fields, document, content }: PageToSave & { readonly content: BroughtContent },
): Promise<ForeseenSource> {
  const { database } = dependencies
  const { source } = fields
  const { adf } = document
  const page = pageAt(place)
  const there = existingAt(place, place.wanted, content)
  const isSame = there.page?.isSame === true
  const state =
    page && wanted.via !== 'form'
      ? await readSteps(database, findSourceState(place, page, fields, { isSame, adf }))
      : undefined
  const { isOfAnother = false, edits = 'none' } = state ?? {}
  const existing = { ...there, page: there.page && { ...there.page, isOfAnother, edits } }
  const editPolicy = source && place.edits
  const decision = decide(existing, { ...requestedBy(wanted), editPolicy })
  const [told] = source
    ? await database.read<LastWarnings>(toldOfPath(sql`${place.space_id}`, source))
    : []
  const warnings = warningsOf(fields, { place, state, told }, document.warnings)
  const foreseen = { decision, state, warnings, adf }
  if (isObstacle(decision) || page === undefined || edits === 'none') return foreseen
  if (editPolicy !== 'keep-theirs') return foreseen
  const toMerge = { outcome: 'to-merge', pageId: page.id, since: state?.since ?? 0 } as const
  const merged = await mergeEdits(
    dependencies,
    { space: spaceAt(place) },
    { fields, document },
    toMerge,
  )
  if (merged === undefined) return { ...foreseen, decision: 'edited-elsewhere' }
  const isKept = page.content_hash === merged.document.digest
  return { ...foreseen, adf: merged.document.adf, decision: isKept ? 'unchanged' : decision }
}

function pageIn(
  { id: spaceId }: Space,
  { id, title, parentId, version, path }: ExistingPage,
): SavedPage {
  return { id, title, spaceId, parentId, version, path }
}

function toLookup(wanted: WantedPlace): PageLookup | undefined {
  const { spaceIdOrKey, writer, title } = wanted
  const parentId = parseId(wanted.parentId)
  const pageId = wanted.pageId === undefined ? null : parseId(wanted.pageId)
  if (parentId === undefined || pageId === undefined) return undefined
  return { space: { spaceIdOrKey, writer }, parentId, titleKey: titleKey(title), pageId }
}

function requestedBy({ pageId, overwrite, ifMatch }: WantedPlace): Parameters<typeof decide>[1] {
  return { isNamed: pageId !== undefined, overwrite, ifMatch }
}

/** Undefined where the space, the parent or the named page is missing or closed to the writer. */
async function readPlace(
  { database, clock }: Pick<EmbeddedWikiDependencies, 'database' | 'clock'>,
  wanted: WantedPlace,
): Promise<(PlaceRow & { readonly wanted: PageLookup }) | undefined> {
  const page = toLookup(wanted)
  if (page === undefined) return undefined
  const space = await namedSpace(database, page.space)
  const now = clock().getTime()
  const [place] = await database.read<PlaceRow>(selectPlace({ ...page, space }, now))
  const isMissing = decide(existingAt(place, page), requestedBy(wanted)) === 'not-found'
  return place === undefined || isMissing ? undefined : { ...place, wanted: page }
}

/** If another import made the page at the same time, the second attempt finds it. */
async function writeOnce(
  database: Database,
  input: SavePageInput,
  options: { readonly handedOver: readonly ArrayBuffer[]; readonly untilMs: number },
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
  const all = [adf, markdown, ...Object.values(indexed), ...files]
  return [...new Set(all.map(({ buffer }) => buffer as ArrayBuffer))]
}

function toWrite({ fields, document }: PageToSave, entry: LedgerEntry): PageToWrite {
  const { pageTitle, position = null, navigationTitle = '' } = fields
  const { markdown, adf, indexed, shown, images, digest } = document
  return {
    entry,
    titleKey: titleKey(pageTitle),
    markdown,
    adf,
    indexed,
    digest,
    position,
    navigationTitle: navigationTitle === pageTitle ? '' : navigationTitle,
    attachments: shownAttachments(shown, images),
    labels: keptLabels(fields),
  }
}

/** Null keeps those of the page. */
function keptLabels({ labels }: PageToSave['fields']): string | null {
  return labels === undefined ? null : writeLabels(labels)
}
