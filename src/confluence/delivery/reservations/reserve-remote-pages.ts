/** Reserves pages of a connected space: each is a placeholder until an import fills it. @module */
import { runBounded } from '../../../contract/base/run-bounded.ts'
import { RequestError } from '../../../contract/errors.ts'
import { keptTitle } from '../../../contract/titles-and-labels.ts'
import { refusalOf } from '../../../wiki/import/decide.ts'
import type { PageToReserve, ReservedPage } from '../../../wiki/import/target-wiki.ts'
import { isOfKind } from '../../confluence-error.ts'
import type { RemotePageHead } from '../../site.ts'
import { type ConnectedSite, isInSpace } from '../connections/connected-site.ts'
import { suffixedTitles } from '../connections/space-connections.ts'
import {
  findRecordedPlace,
  isRemoteId,
  type RecordedPage,
  remoteTitleKey,
} from '../records/recorded-pages.ts'
import type { ReservedPlace } from './reservation-changes.ts'
import {
  findAtTitle,
  findReservedPage,
  type PlacedPage,
  reservePlace,
  titleAside,
} from './reservations.ts'

/** How many pages we reserve at a time; more would delay imports into the same site. */
const atOnce = 5

interface ReservationRequest {
  readonly pages: readonly PageToReserve[]
  readonly userId: number
}

/**
 * If the time runs out, repeating the request finds the pages that are already reserved. No page may
 * be below itself.
 * @returns One page for each requested page, in order.
 * @throws {RequestError} `not-found` for a missing parent, `unavailable` when the time is up.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function reserveRemotePages(
  target: ConnectedSite,
  { pages, userId }: ReservationRequest,
  withinMs: number,
): Promise<readonly ReservedPage[]> {
  const deadline = performance.now() + withinMs
  const below = Map.groupBy(pages.keys(), (index) => parentIndexOf(pages, index))
  const placedPages = new Map<number, PlacedPage>()
  const firsts = new Map(
    [...pages.entries()].reverse().map(([index, { title }]) => [remoteTitleKey(title), index]),
  )
  // Entries with the same place are one page.
  const placing = new Map<string, Promise<PlacedPage>>()
  await runBounded(below.get(undefined) ?? [], atOnce, async (index, add) => {
    if (performance.now() > deadline) throw needsMoreTime(placedPages.size, pages.length)
    const { title, parent } = pages[index] as PageToReserve
    const above =
      'index' in parent
        ? (placedPages.get(parent.index) as PlacedPage)
        : await findParent(target, parent.id)
    const key = `${above.id} ${keptTitle(title)}`
    const request = {
      title: keptTitle(title),
      above,
      userId,
      isFirst: firsts.get(remoteTitleKey(title)) === index,
    }
    const place = placing.get(key) ?? givePage(target, request)
    placing.set(key, place)
    placedPages.set(index, await place)
    add(below.get(index) ?? [])
  })
  return pages.map((_, index) => {
    const { title: _title, ...page } = placedPages.get(index) as PlacedPage
    return page
  })
}

function parentIndexOf(pages: readonly PageToReserve[], index: number): number | undefined {
  const { parent } = pages[index] as PageToReserve
  return 'index' in parent ? parent.index : undefined
}

type ParentPage = Pick<PlacedPage, 'id' | 'title' | 'exists'>

/** @throws {RequestError} When the parent is missing. */
async function findParent(target: ConnectedSite, id: string): Promise<ParentPage> {
  const { connection, site } = target
  const isId = isRemoteId(id)
  const reservation = isId && (await findReservedPage(target, Number(connection.spaceId), id))
  if (reservation) return { id, title: reservation.givenTitle, exists: false }
  const parent = isId ? await site.findParent(id) : undefined
  if (isInSpace(connection, parent)) return { id, title: parent.title, exists: true }
  throw refusalOf('not-found')
}

interface PageRequest {
  readonly userId: number
  readonly title: string
  readonly above: ParentPage
  /** Whether this is the first of several requested pages with one title; only the first gets it. */
  readonly isFirst: boolean
}

async function givePage(
  target: ConnectedSite,
  { above, title, userId, isFirst }: PageRequest,
): Promise<PlacedPage> {
  const { connection } = target
  const place = { spaceId: Number(connection.spaceId), parentId: above.id, title }
  const recorded = above.exists ? await findRecordedPlace(target.database, place) : undefined
  const existingPage =
    (await findImported(target, recorded)) ?? (isFirst ? undefined : await findPage(target, place))
  if (existingPage !== undefined) {
    const { id, url: path, title: existingTitle } = existingPage
    return { id, exists: true, path, title: existingTitle }
  }
  const otherTitles = [...suffixedTitles(connection, title, above.title), titleAside(place)]
  const titles = isFirst ? [title, ...otherTitles] : otherTitles
  const request = { ...place, titles, userId, goneId: recorded?.pageId }
  try {
    return await reservePlace(target, request)
  } catch (error) {
    if (!isOfKind(error, 'not-found')) throw error
    await findParent(target, above.id)
    throw error
  }
}

async function findImported(
  { site, connection }: ConnectedSite,
  recorded: RecordedPage | undefined,
): Promise<RemotePageHead | undefined> {
  const head = recorded && (await site.findVersions([recorded.pageId])).get(recorded.pageId)
  return isInSpace(connection, head) ? head : undefined
}

async function findPage(
  target: ConnectedSite,
  place: ReservedPlace,
): Promise<RemotePageHead | undefined> {
  const { page, isPlaceholder } = await findAtTitle(target, place)
  return isPlaceholder ? undefined : page
}

function needsMoreTime(reservedCount: number, total: number): RequestError {
  return new RequestError(
    'unavailable',
    `Confluence needs more time: ${reservedCount} of ${total} pages are reserved. Send the same again to go on.`,
    { retryAfterSeconds: 1 },
  )
}
