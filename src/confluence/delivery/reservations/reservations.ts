/**
 * Reservations in connected spaces. Each is recorded before its placeholder is made, until an
 * import has written the text or the page is in the trash.
 * @module
 */

import { createHash } from 'node:crypto'
import type { Clock } from '../../../accounts/clock.ts'
import { contractLimits } from '../../../contract/limits.ts'
import type { Database } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import { refusalOf } from '../../../wiki/import/refusals.ts'
import { ConfluenceError, isNoWay, isOfKind } from '../../confluence-error.ts'
import type { RemotePage } from '../../site.ts'
import { siteKinds } from '../../site-kinds.ts'
import type { ConnectedSite, OpenConnectedSite } from '../connections/connected-site.ts'
import { findConnection } from '../connections/space-connections.ts'
import { isSameTitle, markKey } from '../records/page-mark.ts'
import {
  dropReservation,
  type KeptPlace,
  keepReservation,
  placeReservation,
  type Reservation,
  type ReservationRow,
  type ReservedPlace,
  releaseReservation,
  reservationColumns,
  restoreReservation,
  toReservation,
} from './reservation-changes.ts'

interface PlaceRequest extends Pick<ReservedPlace, 'parentId' | 'title'> {
  readonly titles: readonly string[]
  /** 0 where an import reserves for itself. */
  readonly userId: number
  readonly goneId?: string | undefined
}

interface MadePlace {
  readonly pageId: string
  readonly url: string
  readonly givenTitle: string
  readonly exists: boolean
}

export interface Reservations {
  findAt(target: ConnectedSite, place: ReservedPlace): Promise<Reservation | undefined>
  findById(spaceId: number, pageId: string): Promise<Reservation | undefined>
  /**
   * @throws {RequestError} When the space is not connected any more, or the user has too many.
   * @throws {ConfluenceError} When the site did not do it, or may not have done it.
   */
  make(target: ConnectedSite, request: PlaceRequest): Promise<MadePlace>
  /** Put pages of lapsed reservations into the trash; failures are left for later. */
  dropLapsed(openSite: OpenConnectedSite): Promise<void>
}

/** Milliseconds that a reservation is kept; asking again renews it. */
const reservationMs: number = 24 * 60 * 60 * 1000
/** When to retry a site that refuses to trash a page. */
const refusedMs = 60 * 60 * 1000
/** How many pages of a space are removed in one round; each costs three requests. */
const mostOfSpace = 200

export function remoteReservations(database: Database, clock: Clock): Reservations {
  const now = (): number => clock().getTime()

  /** @returns False where the site refuses to put the page into the trash. */
  async function remove(target: ConnectedSite, reservation: Reservation): Promise<boolean> {
    try {
      const page = await findPlaceholder(target, reservation)
      if (page !== undefined) await trash(target, page)
    } catch (error) {
      if (!isNoWay(error) && !isOfKind(error, 'credential')) throw error
      await database.write(restoreReservation, { ...reservation, lapsesAt: now() + refusedMs })
      return false
    }
    await database.write(dropReservation, reservation)
    return true
  }

  /** Reserve a place, after the page of its former reservation has gone to the trash. */
  async function keep(target: ConnectedSite, request: PlaceRequest): Promise<KeptPlace> {
    const { titles, goneId } = request
    for (;;) {
      const reservation = await database.write(keepReservation, {
        ...siteOf(target, request, now()),
        goneId,
        givenTitle: titles[0] ?? request.title,
      })
      if (reservation === undefined) throw disconnected()
      if (!reservation.isGoing) return reservation
      await remove(target, reservation)
    }
  }

  async function place(
    target: ConnectedSite,
    request: PlaceRequest,
    givenTitle: string,
    page: { readonly id: string; readonly url: string },
  ): Promise<MadePlace> {
    const input = { ...siteOf(target, request, now()), givenTitle, page }
    if (!(await database.write(placeReservation, input))) {
      if (page.id !== '') await target.site.trashPage(page.id)
      throw disconnected()
    }
    return { pageId: page.id, url: page.url, givenTitle, exists: false }
  }

  return {
    async findAt(target, { spaceId, parentId, title }) {
      const [row] = await database.read<ReservationRow>(sql`
        select ${reservationColumns} from remote_reservations
        where space_id = ${spaceId} and parent_id = ${parentId} and title = ${title}`)
      const reservation = row && toReservation(row)
      const isGone = reservation?.isGoing && (await remove(target, reservation))
      return isGone || reservation?.pageId === '' ? undefined : reservation
    },
    async findById(spaceId, pageId) {
      const [row] = await database.read<ReservationRow>(sql`
        select ${reservationColumns} from remote_reservations
        where space_id = ${spaceId} and page_id = ${pageId} and lapses_at > ${now()}`)
      return row && toReservation(row)
    },
    async make(target, request) {
      const reservation = await keep(target, request)
      if (reservation.exists || reservation.pageId !== '') return reservation
      const { parentId, titles } = request
      // After a lost answer, the page may have the title that was tried last.
      const remainingTitles = titles.slice(Math.max(0, titles.indexOf(reservation.givenTitle)))
      for (const [index, title] of remainingTitles.entries()) {
        if (title !== reservation.givenTitle)
          await place(target, request, title, { id: '', url: '' })
        const mayBeThere = index === 0 && reservation.isKnown
        const madePlace = await makeAt(target, { title, parentId }, mayBeThere)
        if (madePlace?.exists) return madePlace
        if (madePlace !== undefined) {
          return await place(target, request, title, { id: madePlace.pageId, url: madePlace.url })
        }
      }
      throw new ConfluenceError('title-taken', 'Another page of the space has the title.')
    },
    async dropLapsed(openSite) {
      const away = new Set<number>()
      for (const reservation of await listLapsedReservations(database, clock(), mostOfSpace)) {
        const { spaceId } = reservation
        const connection = away.has(spaceId)
          ? undefined
          : await findConnection(database, String(spaceId))
        if (connection === undefined) continue
        const isFree =
          reservation.isGoing ||
          (await database.write(releaseReservation, { ...reservation, now: now() }))
        if (!isFree) continue
        await remove(openSite(connection), reservation).catch((error: unknown) => {
          if (!(error instanceof ConfluenceError)) throw error
          away.add(spaceId)
        })
      }
    },
  }
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

function siteOf(
  { connection }: ConnectedSite,
  { parentId, title, userId }: PlaceRequest,
  now: number,
) {
  return {
    place: { spaceId: Number(connection.spaceId), parentId, title },
    home: { baseUrl: connection.baseUrl, remoteSpaceId: connection.remoteSpace.id },
    lapsesAt: now + reservationMs,
    userId,
  }
}

function disconnected(): Error {
  return refusalOf('not-found', { pageTitle: '', pageId: undefined })
}

/**
 * Titles are unique in a space, so of concurrent requests one makes the page and the others find
 * it.
 * @param mayBeThere Whether an earlier request, whose answer was lost, may have made the page.
 * @returns Undefined where another page of the space has the title.
 */
async function makeAt(
  target: ConnectedSite,
  { title, parentId }: { readonly title: string; readonly parentId: string },
  mayBeThere: boolean,
): Promise<MadePlace | undefined> {
  const { site, connection } = target
  const { id: spaceId, key: spaceKey } = connection.remoteSpace
  const body = placeholderBody(target)
  try {
    const { id, url } = await site.createPage({ spaceId, spaceKey, parentId, title, body })
    return { pageId: id, url, givenTitle: title, exists: false }
  } catch (error) {
    if (!isOfKind(error, 'title-taken')) throw error
    const existing = await findAtTitle(target, { title, parentId })
    if (existing.page !== undefined) {
      const { id, url } = existing.page
      return { pageId: id, url, givenTitle: title, exists: !existing.isPlaceholder }
    }
    if (mayBeThere && !existing.isTaken) {
      const message = 'A page that was just made is not found by its title yet.'
      throw new ConfluenceError('unavailable', message, { cause: error })
    }
    return undefined
  }
}

/**
 * @param ofSpace Limit for each space, because its site may be away.
 */
export async function listLapsedReservations(
  database: Database,
  now: Date,
  ofSpace: number,
): Promise<Reservation[]> {
  const rows = await database.read<ReservationRow>(sql`
    select ${reservationColumns} from (
      select ${reservationColumns},
        row_number() over (partition by space_id order by lapses_at) as place
      from remote_reservations r
      where lapses_at <= ${now.getTime()}
        and space_id in (select space_id from space_connections)
        and not exists (select 1 from deliveries d where d.space_id = r.space_id
          and d.page_id = r.page_id)) lapsed
    where place <= ${ofSpace} order by lapses_at`)
  return rows.map(toReservation)
}

function placeholderBody({ connection, word }: ConnectedSite): string {
  return siteKinds[connection.kind].bodyOf(
    `Markport is importing this page. Its text is still to come. (${word})`,
  )
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

/** The title of a placeholder while another page has the one that is asked for. */
export function titleAside({ spaceId, parentId, title }: ReservedPlace): string {
  const name = createHash('sha256').update(`${spaceId} ${parentId} ${title}`).digest('hex')
  const end = ` (import ${name.slice(0, 8)})`
  return title.slice(0, contractLimits.maxTitleLength - end.length).toWellFormed() + end
}
