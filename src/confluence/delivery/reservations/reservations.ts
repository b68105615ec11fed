/**
 * Reservations in connected spaces. Each is recorded before its placeholder is made, until an
 * import has written the text or the page is in the trash.
 * @module
 */
import { createHash } from 'node:crypto'
import { contractLimits } from '../../../contract/limits.ts'
import { sql } from '../../../store/sql.ts'
import { refusalOf } from '../../../wiki/import/decide.ts'
import type { ReservedPage } from '../../../wiki/import/target-wiki.ts'
import { siteKinds } from '../../body/site-kinds.ts'
import { ConfluenceError, isNoWay, isOfKind } from '../../confluence-error.ts'
import type { RemotePage } from '../../site.ts'
import type { ConnectedSite, OpenConnectedSite } from '../connections/connected-site.ts'
import { findConnection } from '../connections/space-connections.ts'
import { isSameTitle, markKey } from '../records/recorded-pages.ts'
import {
  dropReservation,
  findReservation,
  isAt,
  keepReservation,
  listLapsedReservations,
  placeReservation,
  type Reservation,
  type ReservedPlace,
  releaseReservation,
  restoreReservation,
} from './reservation-changes.ts'

interface PlaceRequest extends ReservedPlace {
  /** Titles to try in order, as another page may have the first. */
  readonly titles: readonly string[]
  /** 0 when an import reserves for itself. */
  readonly userId: number
  /** The former page at this place, which somebody has deleted. */
  readonly goneId: string | undefined
}

/** `exists` tells whether the page has content by people or an import, and is no placeholder. */
export interface PlacedPage extends ReservedPage {
  readonly title: string
}

/** Milliseconds that a reservation is kept; asking again renews it. */
const reservationMs: number = 24 * 60 * 60 * 1000
/** When to retry a site that refuses to trash a page. */
const refusedMs = 60 * 60 * 1000
/** How many pages of a space are removed in one round; each costs three requests. */
const mostOfSpace = 200

/** Find a reservation that an import may use. */
export async function findReservationAt(
  target: ConnectedSite,
  place: ReservedPlace,
): Promise<Reservation | undefined> {
  const reservation = await findReservation(target.database, isAt(place))
  const isGone = reservation?.isGoing && (await remove(target, reservation))
  return isGone || reservation?.pageId === '' ? undefined : reservation
}

export function findReservedPage(
  { database, clock }: ConnectedSite,
  spaceId: number,
  pageId: string,
): Promise<Reservation | undefined> {
  const now = clock().getTime()
  const condition = sql`space_id = ${spaceId} and page_id = ${pageId} and lapses_at > ${now}`
  return findReservation(database, condition)
}

/**
 * Reserve a place and make its placeholder, if it is not there yet.
 * @throws {RequestError} When the space is not connected any more, or the user has too many.
 * @throws {ConfluenceError} When the write failed, or its outcome is unknown.
 */
export async function reservePlace(
  target: ConnectedSite,
  request: PlaceRequest,
): Promise<PlacedPage> {
  const { site, database } = target
  const { baseUrl, remoteSpace } = target.connection
  const { spaceId, parentId, title: wantedTitle, titles, goneId, userId } = request
  const place = { spaceId, parentId, title: wantedTitle, baseUrl, remoteSpaceId: remoteSpace.id }
  const keep = async () => {
    const lapsesAt = target.clock().getTime() + reservationMs
    const givenTitle = titles[0] ?? wantedTitle
    return database.write(keepReservation, { ...place, userId, goneId, givenTitle, lapsesAt })
  }
  let reservation = await keep()
  while (reservation?.isGoing) {
    await remove(target, reservation)
    reservation = await keep()
  }
  if (reservation === undefined) throw disconnected()
  const { pageId, url, givenTitle: lastTitle } = reservation
  if (pageId !== '') return { id: pageId, path: url, title: lastTitle, exists: false }
  const store = async (givenTitle: string, page = { id: '', path: '' }): Promise<void> => {
    if (await database.write(placeReservation, { ...place, givenTitle, page })) return
    if (page.id !== '') await site.trashPage(page.id)
    throw disconnected()
  }
  // After a lost answer, the page may have the title that was tried last.
  const remainingTitles = titles.slice(Math.max(0, titles.indexOf(lastTitle)))
  for (const [index, title] of remainingTitles.entries()) {
    if (title !== lastTitle) await store(title)
    const mayBeThere = index === 0 && reservation.isKnown
    const page = await makePlaceholder(target, { title, parentId }, mayBeThere)
    if (page !== undefined && !page.exists) await store(title, page)
    if (page !== undefined) return page
  }
  throw new ConfluenceError('title-taken', 'Another page of the space has the title.')
}

/** Put pages of lapsed reservations into the trash; failures are left for later. */
export async function dropLapsedReservations(
  { database, clock }: Pick<ConnectedSite, 'database' | 'clock'>,
  openSite: OpenConnectedSite,
): Promise<void> {
  const away = new Set<number>()
  for (const reservation of await listLapsedReservations(database, clock(), mostOfSpace)) {
    const { spaceId } = reservation
    const connection = away.has(spaceId)
      ? undefined
      : await findConnection(database, String(spaceId))
    if (connection === undefined) continue
    const isFree =
      reservation.isGoing ||
      (await database.write(releaseReservation, { ...reservation, now: clock().getTime() }))
    if (!isFree) continue
    await remove(openSite(connection), reservation).catch((error: unknown) => {
      if (!(error instanceof ConfluenceError)) throw error
      away.add(spaceId)
    })
  }
}

/** @returns False when the site refuses to put the page into the trash. */
async function remove(target: ConnectedSite, reservation: Reservation): Promise<boolean> {
  try {
    const page = await findPlaceholder(target, reservation)
    if (page !== undefined) await trash(target, page)
  } catch (error) {
    if (!isNoWay(error) && !isOfKind(error, 'credential')) throw error
    const lapsesAt = target.clock().getTime() + refusedMs
    await target.database.write(restoreReservation, { ...reservation, lapsesAt })
    return false
  }
  await target.database.write(dropReservation, reservation)
  return true
}

async function findPlaceholder(
  target: ConnectedSite,
  { pageId, parentId, givenTitle: title }: Reservation,
): Promise<RemotePage | undefined> {
  if (pageId === '') {
    const { page, isPlaceholder: isOurs } = await findAtTitle(target, { title, parentId })
    return isOurs ? page : undefined
  }
  const page = await target.site.readPage(pageId, markKey)
  return isPlaceholder(target, page) ? page : undefined
}

/** If somebody wrote in the placeholder at the same moment, it is restored. */
async function trash({ site, connection }: ConnectedSite, page: RemotePage): Promise<void> {
  await site.trashPage(page.id)
  const trashed = await site.readPage(page.id, markKey)
  if (trashed?.status !== 'trashed' || trashed.version.number === page.version.number) return
  await site.updatePage({
    id: page.id,
    spaceKey: connection.remoteSpace.key,
    title: trashed.title,
    parentId: page.parentId,
    version: trashed.version.number + 1,
    body: trashed.body ?? '',
    message: '',
  })
}

function disconnected(): Error {
  return refusalOf('not-found')
}

/**
 * Titles are unique in a space, so one of several concurrent requests makes the page and the others
 * find it.
 * @param mayBeThere Whether an earlier request, whose answer was lost, may have made the page.
 * @returns Undefined when another page of the space has the title.
 */
async function makePlaceholder(
  target: ConnectedSite,
  { title, parentId }: Pick<ReservedPlace, 'title' | 'parentId'>,
  mayBeThere: boolean,
): Promise<PlacedPage | undefined> {
  const { site, connection, word } = target
  const { id: spaceId, key: spaceKey } = connection.remoteSpace
  const text = `Markport is importing this page. Its text is still to come. (${word})`
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] } as const
  const dialect = siteKinds[connection.kind].body
  const body = dialect.join(dialect.write({ version: 1, type: 'doc', content: [paragraph] }))
  try {
    const { id, url } = await site.createPage({ spaceId, spaceKey, parentId, title, body })
    return { id, path: url, title, exists: false }
  } catch (error) {
    if (!isOfKind(error, 'title-taken')) throw error
    const existing = await findAtTitle(target, { title, parentId })
    if (existing.page !== undefined) {
      const { id, url } = existing.page
      return { id, path: url, title, exists: !existing.isPlaceholder }
    }
    if (mayBeThere && !existing.isTaken) {
      const message = 'A page that was just made is not found by its title yet.'
      throw new ConfluenceError('unavailable', message, { cause: error })
    }
    return undefined
  }
}

/** Tell whether a page is a placeholder of this installation that nobody has changed. */
export function isPlaceholder({ word }: ConnectedSite, page: RemotePage | undefined): boolean {
  return (
    page !== undefined &&
    page.status === 'current' &&
    page.version.number === 1 &&
    page.body?.includes(`(${word})`) === true
  )
}

interface PageAtTitle {
  readonly page: RemotePage | undefined
  readonly isPlaceholder: boolean
  /** Whether any page of the space has the title. */
  readonly isTaken: boolean
}

export async function findAtTitle(
  target: ConnectedSite,
  { title, parentId }: Pick<ReservedPlace, 'title' | 'parentId'>,
): Promise<PageAtTitle> {
  const { site, connection } = target
  const heads = await site.findPagesByTitle(connection.remoteSpace, title)
  const head = heads.find(
    (candidate) =>
      candidate.status === 'current' &&
      candidate.parentId === parentId &&
      isSameTitle(candidate.title, title),
  )
  const page = head && (await site.readPage(head.id, markKey))
  return {
    page,
    isPlaceholder: isOwnPlaceholder(target, page),
    isTaken: heads.length > 0,
  }
}

/** A page found by title may be somebody's copy of a placeholder, so its author counts. */
export function isOwnPlaceholder(target: ConnectedSite, page: RemotePage | undefined): boolean {
  const { id } = target.connection.account
  return isPlaceholder(target, page) && [page?.authorId, ''].includes(id)
}

/** The title that a placeholder has while another page has the wanted title. */
export function titleAside({ spaceId, parentId, title }: ReservedPlace): string {
  const name = createHash('sha256').update(`${spaceId} ${parentId} ${title}`).digest('hex')
  const end = ` (import ${name.slice(0, 8)})`
  return title.slice(0, contractLimits.maxTitleLength - end.length).toWellFormed() + end
}
