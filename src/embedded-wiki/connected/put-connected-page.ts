/** Puts pages of connected spaces into previews, and gives them ids there; nothing is written to the site. @module */
import { randomUUID } from 'node:crypto'
import { runBounded } from '../../base/run-bounded.ts'
import { RequestError } from '../../contract/errors.ts'
import { contractLimits } from '../../contract/limits.ts'
import { readLabels, writeLabels } from '../../contract/titles-and-labels.ts'
import { parseId } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { titleClash } from '../../delivery/delivery-refusals.ts'
import { isSameTitle, remoteTitleKey } from '../../delivery/records/page-mark.ts'
import { findRecordedPage, findRecordedPlace } from '../../delivery/records/recorded-pages.ts'
import { documentBytes } from '../../importing/prepared-document.ts'
import type { PreviewedPage } from '../../importing/previews.ts'
import { refusalOf } from '../../importing/refusals.ts'
import {
  type Foreseen,
  type PageToReserve,
  type PageToSave,
  pagePath,
  type ReservedPage,
  type SavedPage,
  type Space,
  type WantedPlace,
  type WantedReservations,
} from '../../importing/target-wiki.ts'
import { textOf } from '../../isolation/message.ts'
import { shownAttachments } from '../store/attachments/attachments.ts'
import type { KeptOutlook } from '../store/previews/compare-with-space.ts'
import { findStandIn, keepRemotePage, listFreedTitles } from '../store/previews/keep-remote-page.ts'
import { overlay, type PreviewRun } from '../store/previews/overlay.ts'
import { firstOwnId, isOwnId } from '../store/previews/remote-pages.ts'
import { type GivenId, reservePreviewIds } from '../store/previews/reserve-ids.ts'
import type { ConnectedPreviewsDependencies, PreviewPlaceOfSpace } from './connected-side.ts'

interface PutPage extends PreviewedPage {
  readonly kept:
    | { readonly digest: string; readonly adf: string; readonly baseVersion: number | undefined }
    | undefined
}

/** @throws {RequestError} What would refuse the import. */
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
  const { pageTitle, labels, position, source, takeOver = false } = fields
  const outlook: KeptOutlook = {
    asked: { pageTitle, labels, position, source, takeOver },
    edited: foreseen.edited,
    detaches: foreseen.detaches,
    url: base?.path,
  }
  const bare = document.images.map((image) => ({ ...image, bytes: new Uint8Array() }))
  const keep = (title: string) =>
    database.write(keepRemotePage, {
      ...{ run, title, isSame, digest: document.digest, markdown: '', adf: placed.adf },
      ...{ titleKey: remoteTitleKey(title), parentId: parseId(wanted.parentId) ?? 0 },
      ...{ pageId: Number(id), navigationTitle: '' },
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
  let { title } = foreseen
  if ((await keep(title)) !== undefined) {
    const isPlain = foreseen.titleClash === 'suffix' && title === wanted.title
    title = (isPlain && (await suffixedTitle(dependencies, run, wanted))) || ''
    if (title === '' || (await keep(title))) throw titleClash(fields, undefined)
  }
  const adf = textOf(placed.adf)
  const kept = isSame ? undefined : { digest: document.digest, adf, baseVersion: base?.version }
  const version = isSame ? (base?.version ?? 1) : (base?.version ?? 0) + 1
  const made = base ?? unmade(space, wanted, id)
  const saved = { ...made, title, parentId: wanted.parentId, version }
  return { outcome, page: saved, existing, warnings, kept }
}

/** A page that does not exist yet: its address leads into the preview. */
function unmade(space: Space, { parentId, title }: WantedPlace, id: string): SavedPage {
  const path = pagePath(space.key, id)
  return { id, title, spaceId: space.id, parentId, version: 1, path }
}

/**
 * Foresee a page within a preview. If the parent does not exist yet, or a title is still taken, the
 * site is asked about the nearest existing place.
 * @throws {RequestError} What would refuse the import.
 */
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
  /** Asks as if other pages of the preview had already given up the title. */
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
  if (isAside && seen.foreseen.title.startsWith(`${wanted.title} (`)) {
    // The suffix comes from the stand-in parent, not from the future one.
    const title = await suffixedTitle(dependencies, run, wanted)
    const apart = title && (pageId === undefined ? await ask(title) : seen)
    if (!apart || apart.page?.id !== pageId) throw titleClash(fields, undefined)
    return { ...apart, foreseen: { ...apart.foreseen, title } }
  }
  // The title may belong to a page at the stand-in place, or was taken after the id was given.
  const other = pageId === undefined && (isAside || wanted.pageId !== undefined) && seen.page
  if (!other) return seen
  if (await isFreed()) return askFreed(wanted.title)
  if (!isAside) throw refusalOf('title-taken', fields)
  const title =
    seen.foreseen.titleClash === 'suffix' && (await suffixedTitle(dependencies, run, wanted))
  if (title) return askFreed(title)
  throw titleClash(fields, { ...other, url: other.path, status: 'current' })
}

/** The parent to ask the site about: the real one, unless only the preview has it. */
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

/**
 * The title that an import would choose when the title is taken: with that of the parent in the
 * preview.
 * @returns Undefined when it would be too long.
 */
async function suffixedTitle(
  { database }: ConnectedPreviewsDependencies,
  run: PreviewRun,
  { title, parentId }: WantedPlace,
): Promise<string | undefined> {
  const [row] = await database.read<{ title: string }>(sql`
    select p.title from ${overlay(run)} p where p.id = ${parseId(parentId) ?? 0}`)
  const longer = row && `${title} (${row.title})`
  return longer && longer.length <= contractLimits.maxTitleLength ? longer : undefined
}

/** The id of a page in this run, or in the shown one. */
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

/** Leaves the site room for imports. */
const atOnce = 5

/**
 * Pages that exist in Confluence keep their ids.
 * @param wanted Pages without cycles.
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
    const place = { spaceIdOrKey, parentId, title, pageId: undefined }
    const wanted = { ...place, overwrite: true, writer }
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

/** The store knows pages of imports; the site is asked about pages by people. */
async function findThere(
  { database, connected }: ConnectedPreviewsDependencies,
  run: PreviewRun,
  wanted: WantedPlace,
): Promise<ReservedPage | undefined> {
  const { parentId, title } = wanted
  const recorded = await findRecordedPlace(database, { spaceId: run.spaceId, parentId, title })
  if (recorded !== undefined) return { id: recorded.pageId, exists: true, path: recorded.url }
  const place = await connected.target.findPlace(wanted).catch((error: unknown) => {
    // A page elsewhere has the title; the import itself will report that.
    if (error instanceof RequestError && error.key === 'already-exists') return 'taken' as const
    throw error
  })
  if (place === undefined) throw refusalOf('not-found', { pageTitle: title, pageId: undefined })
  const existing = place === 'taken' ? undefined : place.existing
  const isHere = existing !== undefined && isSameTitle(existing.title, title)
  return isHere ? { id: existing.id, exists: true, path: existing.path } : undefined
}
