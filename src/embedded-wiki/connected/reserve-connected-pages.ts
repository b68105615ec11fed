/** Gives pages of connected spaces ids in a preview. @module */

import { runBounded } from '../../base/run-bounded.ts'
import { RequestError } from '../../contract/errors.ts'
import { parseId } from '../../database/ids.ts'
import { isSameTitle, remoteTitleKey } from '../../delivery/records/page-mark.ts'
import { findRecordedPlace } from '../../delivery/records/recorded-pages.ts'
import { refusalOf } from '../../importing/refusals.ts'
import {
  type PageToReserve,
  pagePath,
  type ReservedPage,
  type WantedPlace,
  type WantedReservations,
} from '../../importing/target-wiki.ts'
import type { PreviewRun } from '../store/previews/overlay.ts'
import { firstOwnId, isOwnId } from '../store/previews/remote-pages.ts'
import { type GivenId, reservePreviewIds } from '../store/previews/reserve-ids.ts'
import type { ConnectedPreviewsDependencies, PreviewPlaceOfSpace } from './connected-side.ts'

/** The id of a page in this run, or in the shown one. */
export async function giveId(
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
