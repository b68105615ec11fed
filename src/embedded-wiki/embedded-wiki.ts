/** The wiki in Markport's own store. @module */
import type { Clock } from '../auth/clock.ts'
import { readerAs } from '../auth/reader.ts'
import { writeLabels } from '../contract/labels.ts'
import { type Database, UniqueViolationError } from '../database/database.ts'
import { type IdAllocator, parseId } from '../database/ids.ts'
import { decide, isObstacle } from '../importing/decide.ts'
import type { LedgerEntry } from '../importing/ledger/entry.ts'
import type { Utf8Document } from '../importing/prepared-document.ts'
import { refusalOf } from '../importing/refusals.ts'
import {
  type ExistingPage,
  type PageToSave,
  pagePath,
  type SavedPage,
  type Space,
  type TargetWiki,
  type WantedPlace,
} from '../importing/target-wiki.ts'
import { textOf } from '../isolation/frames.ts'
import { type EmbeddedWork, placePageImages } from './embedded-work.ts'
import { listPages } from './pages/list-pages.ts'
import { listParentPages } from './pages/pages-around.ts'
import { sourcesOfWiki } from './sources-of-wiki.ts'
import { withWholeAddresses } from './store/attachments/attachment-addresses.ts'
import { findDigests, shownAttachments } from './store/attachments/attachments.ts'
import { titleKey } from './store/page-place.ts'
import { findOwnSpace, reserveInSpace } from './store/reserving/reserve-pages.ts'
import {
  describePage,
  existingAt,
  namedSpace,
  type PageLookup,
  type PlaceRow,
  pageAt,
  selectPlace,
  spaceAt,
} from './store/saving/find-place.ts'
import { type SavePageInput, type SavePageResult, savePage } from './store/saving/save-page.ts'
import type { PageToWrite } from './store/saving/write-page.ts'

interface EmbeddedWikiDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly workers: Pick<EmbeddedWork, 'placeImages' | 'findLineEdits'>
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
      const decision = decide(existingAt(place, place.wanted, content), requestedBy(wanted))
      if (isObstacle(decision)) {
        const { isCreateOnly } = wanted
        throw refusalOf(decision, { ...fields, isCreateOnly, version: existing?.version })
      }
      const missing = document.images.filter(({ sha256 }) => !known.includes(sha256))
      const files = missing.map(({ sha256, name = sha256 }) => name)
      const edited = existing?.edited
      return {
        outcome: decision,
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
      const untilMs = performance.now() + withinMs
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
      const input = {
        ...toWrite({ ...page, document }, entry),
        ...placed,
        space: await namedSpace(database, placed.space),
        newPageId: await ids.nextId(),
        overwrite,
        ifMatch,
      }
      const handedOver = buffersOf(document)
      const result = await writeOnce(database, input, { handedOver, untilMs })
      if (!('pageId' in result)) return result
      const { outcome, spaceId, spaceKey, version } = result
      const id = String(result.pageId)
      const { title, parentId } = wanted
      const path = pagePath(spaceKey, id)
      return { outcome, page: { id, title, spaceId: String(spaceId), parentId, version, path } }
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
  const { pageTitle, position = null, navigationTitle = null, sourceUrl = null } = fields
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
    sourceUrl,
    attachments: shownAttachments(shown, images),
    labels: keptLabels(fields),
  }
}

/** Null keeps those of the page. */
function keptLabels({ labels }: PageToSave['fields']): string | null {
  return labels === undefined ? null : writeLabels(labels)
}
