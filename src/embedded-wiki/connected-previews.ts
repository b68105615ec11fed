/**
 * Puts pages of connected spaces into previews: each is foreseen by its site as a dry run of its import is,
 * and nothing is written there. What the site cannot be asked yet, since a page above is still to be made or a
 * title is still to be given up, is asked of the nearest place that is there.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { RequestError } from '../base/errors.ts'
import { runBounded } from '../base/run-bounded.ts'
import type { Database } from '../database/database.ts'
import { type IdAllocator, parseId } from '../database/ids.ts'
import { sql } from '../database/sql.ts'
import type { BrowseSpace } from '../delivery/browse/browse-space.ts'
import type { SpaceConnection } from '../delivery/connections/space-connection.ts'
import { titleClash } from '../delivery/delivery-refusals.ts'
import { findRecordedPage, findRecordedPlace } from '../delivery/records/recorded-pages.ts'
import { isSameTitle, remoteTitleKey } from '../delivery/records/remote-names.ts'
import { readLabels, writeLabels } from '../importing/labels.ts'
import { documentBytes } from '../importing/prepared-document.ts'
import type { PreviewedPage } from '../importing/previews.ts'
import { refusalOf } from '../importing/refusals.ts'
import {
  type Foreseen,
  type PageToReserve,
  type PageToSave,
  pagePath,
  type ReservedPage,
  type SavedPage,
  type Space,
  type TargetWiki,
  type WantedPlace,
  type WantedReservations,
} from '../importing/target-wiki.ts'
import { textOf } from '../isolation/frames.ts'
import type { EmbeddedWork } from './embedded-work.ts'
import { shownAttachments } from './store/attachments/attachments.ts'
import { findStandIn, keepRemotePage, listFreedTitles } from './store/previews/keep-remote-page.ts'
import { overlay, type PreviewRun } from './store/previews/overlay.ts'
import type { KeptOutlook } from './store/previews/previews.ts'
import { firstOwnId, isOwnId } from './store/previews/remote-pages.ts'
import { type GivenId, reservePreviewIds } from './store/previews/reserve-ids.ts'

/** What the reader has of connected spaces. */
export interface ConnectedSide {
  readonly target: TargetWiki
  readonly browse: BrowseSpace
  /** Find the connection that a space stands for, whatever it is called. */
  findConnection(idOrKey: string): Promise<SpaceConnection | undefined>
}

interface ConnectedPreviewsDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly workers: Pick<EmbeddedWork, 'placeImages'>
  readonly connected: ConnectedSide
}

export interface PreviewPlaceOfSpace {
  readonly space: Space
  readonly run: PreviewRun
}

/** What is to be shown of a page. */
export interface PutPage extends PreviewedPage {
  readonly kept:
    | { readonly digest: string; readonly adf: string; readonly baseVersion: number | undefined }
    | undefined
}

/**
 * Put a page into a preview of a connected space.
 * @param dependencies The store, and the sites.
 * @param place The space here, and the run.
 * @param wanted Where the page is to stand.
 * @param page The page.
 * @param isDryRun Whether nothing of it is kept.
 * @throws {RequestError} What would refuse it.
 */
export async function putConnectedPage(
  dependencies: ConnectedPreviewsDependencies,
  { space, run }: PreviewPlaceOfSpace,
  wanted: WantedPlace,
  page: PageToSave,
  isDryRun: boolean,
): Promise<PutPage> {
  const { database, workers } = dependencies
  const { fields, document } = page
  const seen = await foreseeInPreview(dependencies, run, wanted, page)
  const { outcome, foreseen, page: base } = seen
  const { warnings = document.warnings } = seen
  const existing = base
  if (isDryRun)
    return {
      outcome,
      page: base ?? unmade(space, wanted, '0'),
      existing,
      warnings,
      kept: undefined,
    }
  const id = base?.id ?? (await giveId(dependencies, run, wanted))
  const recorded = base && (await findRecordedPage(database, run.spaceId, base.id))
  const isSame = outcome === 'unchanged'
  const known = document.images.map(({ sha256 }) => sha256)
  const placed = await workers.placeImages(document, {
    ...{ title: fields.pageTitle, spaceKey: space.key, known },
  })
  const { pageTitle, labels, position } = fields
  const outlook: KeptOutlook = {
    asked: { pageTitle, labels, position },
    edited: foreseen.edited ?? seen.adopts,
    detaches: foreseen.detaches,
    url: base?.path,
  }
  const bare = document.images.map((image) => ({ ...image, bytes: new Uint8Array() }))
  const keep = (title: string) =>
    database.write(keepRemotePage, {
      ...{ run, title, isSame, digest: document.digest, markdown: '', adf: placed.adf },
      ...{ titleKey: remoteTitleKey(title), parentId: parseId(wanted.parentId) ?? 0 },
      ...{ pageId: Number(id), navigationTitle: null, sourceUrl: fields.sourceUrl ?? null },
      position: position ?? null,
      labels: writeLabels(labels ?? readLabels(recorded?.labels ?? '')),
      indexed: { text: '', headings: '', words: '' },
      warnings: JSON.stringify(warnings),
      attachments: shownAttachments(known, document.images),
      base: base && {
        ...{ id: Number(base.id), version: base.version, title: base.title },
        parent_id: base.parentId === base.id ? 0 : Number(base.parentId),
        position: recorded?.position ?? Number.MAX_SAFE_INTEGER,
      },
      remote: {
        document: documentBytes({ ...document, images: bare }),
        foreseen: JSON.stringify(outlook),
      },
    })
  const rival = await keep(foreseen.title)
  if (rival !== undefined) {
    const above = foreseen.titleClash === 'suffix' && (await titleAbove(dependencies, run, wanted))
    if (!above || (await keep(`${foreseen.title} (${above})`))) {
      throw titleClash(fields, undefined)
    }
  }
  const adf = textOf(placed.adf)
  const kept = isSame ? undefined : { digest: document.digest, adf, baseVersion: base?.version }
  const version = isSame ? (base?.version ?? 1) : (base?.version ?? 0) + 1
  const made = base ?? unmade(space, wanted, id)
  const saved = { ...made, title: foreseen.title, parentId: wanted.parentId, version }
  return { outcome, page: saved, existing, warnings, kept }
}

/** Words for a page that is not there: its address leads into the preview. */
function unmade(space: Space, { parentId, title }: WantedPlace, id: string): SavedPage {
  const path = pagePath(space.key, id)
  return { id, title, spaceId: space.id, parentId, version: 1, path }
}

async function foreseeInPreview(
  dependencies: ConnectedPreviewsDependencies,
  run: PreviewRun,
  wanted: WantedPlace,
  { fields, document }: PageToSave,
): Promise<Foreseen> {
  const { database, connected } = dependencies
  const pageId = isOwnId(wanted.pageId) ? undefined : wanted.pageId
  const parentId = await placeToAsk(dependencies, run, { ...wanted, pageId })
  const ask = async (title: string): Promise<Foreseen> => {
    const place = { parentId, pageId, pageTitle: title }
    const page = { fields: { ...fields, ...place }, document }
    const seen = await connected.target.foresee({ ...wanted, ...place, title }, page)
    if (seen === undefined) throw refusalOf('not-found', fields)
    return seen
  }
  /** As it is once others have given up what is in its way. */
  const askFreed = async (title: string): Promise<Foreseen> => {
    const seen = await ask(randomUUID())
    return { ...seen, foreseen: { ...seen.foreseen, title } }
  }
  const isFreed = async (): Promise<boolean> => {
    const freed = await listFreedTitles(database, run)
    return freed.some((one) => remoteTitleKey(one) === remoteTitleKey(wanted.title))
  }
  let seen: Foreseen
  try {
    seen = await ask(wanted.title)
  } catch (error) {
    const isTaken = error instanceof RequestError && error.key === 'already-exists'
    if (!isTaken || !(await isFreed())) throw error
    return askFreed(wanted.title)
  }
  const isAside = parentId !== wanted.parentId
  // Whoever has the title at a place that only stands in for it, or took it since an id was given.
  const other = pageId === undefined && (isAside || wanted.pageId !== undefined) && seen.page
  if (!other) return seen
  if (await isFreed()) return askFreed(wanted.title)
  if (!isAside) throw refusalOf('title-taken', fields)
  const above =
    seen.foreseen.titleClash === 'suffix' && (await titleAbove(dependencies, run, wanted))
  if (above) return askFreed(`${wanted.title} (${above})`)
  throw titleClash(fields, { ...other, url: other.path, status: 'current' })
}

/** Where a page is asked for: the place itself, unless only the preview has it. */
async function placeToAsk(
  { database, connected }: ConnectedPreviewsDependencies,
  run: PreviewRun,
  { spaceIdOrKey, parentId, pageId, writer, title }: WantedPlace,
): Promise<string> {
  if (!isOwnId(parentId)) return parentId
  const [page] =
    pageId === undefined
      ? []
      : ((await connected.target.findPages({ spaceIdOrKey, ids: [pageId], writer })) ?? [])
  const standIn = pageId === undefined ? await findStandIn(database, run, parentId) : page?.parentId
  if (standIn === undefined) throw refusalOf('not-found', { pageTitle: title, pageId })
  return standIn
}

async function titleAbove(
  { database }: ConnectedPreviewsDependencies,
  run: PreviewRun,
  { parentId }: WantedPlace,
): Promise<string | undefined> {
  const [row] = await database.read<{ title: string }>(sql`
    select p.title from ${overlay(run)} p where p.id = ${parseId(parentId) ?? 0}`)
  return row?.title
}

/** The id that its place has in this run, or in the one that is shown. */
async function giveId(
  dependencies: ConnectedPreviewsDependencies,
  run: PreviewRun,
  { parentId, title, pageId }: WantedPlace,
): Promise<string> {
  if (pageId !== undefined) return pageId
  const [given] = await giveIds(dependencies, run, [{ title, parent: { id: parentId } }])
  return String(given?.id)
}

async function giveIds(
  { database, ids }: ConnectedPreviewsDependencies,
  run: PreviewRun,
  pages: readonly PageToReserve[],
): Promise<readonly GivenId[]> {
  const wanted = []
  for (const { title, parent } of pages) {
    wanted.push({
      ...{ title, titleKey: remoteTitleKey(title), newId: firstOwnId + (await ids.nextId()) },
      parentId: 'id' in parent ? (parseId(parent.id) ?? 0) : null,
      parentIndex: 'id' in parent ? null : parent.index,
    })
  }
  return (await database.write(reservePreviewIds, { run, pages: wanted })) ?? []
}

/** Imports of the same site go on meanwhile. */
const atOnce = 5

/**
 * Give pages of a preview of a connected space their ids: those that are in Confluence have theirs.
 * @param dependencies The store, and the sites.
 * @param place The space here, and the run.
 * @param wanted The pages, none of which stands below itself.
 * @throws {RequestError} `not-found` when a parent is missing.
 */
export async function reserveConnectedPages(
  dependencies: ConnectedPreviewsDependencies,
  { space, run }: PreviewPlaceOfSpace,
  { spaceIdOrKey, pages, writer }: WantedReservations,
): Promise<readonly ReservedPage[]> {
  const found = new Map<number, ReservedPage | undefined>()
  const find = async (title: string, parentId: string): Promise<ReservedPage | undefined> => {
    if (isOwnId(parentId)) return undefined
    const wanted = { spaceIdOrKey, parentId, title, pageId: undefined, writer }
    return findThere(dependencies, run, wanted)
  }
  const below = Map.groupBy(pages.keys(), (index) => {
    const { parent } = pages[index] as PageToReserve
    return 'index' in parent ? parent.index : undefined
  })
  await runBounded(below.get(undefined) ?? [], atOnce, async (index, add) => {
    const { title, parent } = pages[index] as PageToReserve
    const parentId = 'id' in parent ? parent.id : found.get(parent.index)?.id
    found.set(index, parentId === undefined ? undefined : await find(title, parentId))
    add(below.get(index) ?? [])
  })
  const open = [...pages.keys()].filter((index) => found.get(index) === undefined)
  const given = await giveIds(
    dependencies,
    run,
    open.map((index) => {
      const { title, parent } = pages[index] as PageToReserve
      if ('id' in parent) return { title, parent }
      const above = found.get(parent.index)
      return { title, parent: above ?? { index: open.indexOf(parent.index) } }
    }),
  )
  const made = new Map(open.map((index, place) => [index, String(given[place]?.id)]))
  return pages.map((_, index) => {
    const id = made.get(index) ?? ''
    return found.get(index) ?? { id, exists: false, path: pagePath(space.key, id) }
  })
}

/** What an import left at a place is told by the store; what people wrote there, by the site. */
async function findThere(
  { database, connected }: ConnectedPreviewsDependencies,
  run: PreviewRun,
  wanted: WantedPlace,
): Promise<ReservedPage | undefined> {
  const { parentId, title } = wanted
  const recorded = await findRecordedPlace(database, { spaceId: run.spaceId, parentId, title })
  if (recorded !== undefined) return { id: recorded.pageId, exists: true, path: recorded.url }
  const place = await connected.target.findPlace(wanted).catch((error: unknown) => {
    // The title is that of a page elsewhere, of which the import itself is told.
    if (error instanceof RequestError && error.key === 'already-exists') return 'taken' as const
    throw error
  })
  if (place === undefined) throw refusalOf('not-found', { pageTitle: title, pageId: undefined })
  const existing = place === 'taken' ? undefined : place.existing
  const isHere = existing !== undefined && isSameTitle(existing.title, title)
  return isHere ? { id: existing.id, exists: true, path: existing.path } : undefined
}
