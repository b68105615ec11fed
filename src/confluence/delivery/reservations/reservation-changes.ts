/** Transactions that keep and release reservations in connected spaces. @module */
import { bounds } from '../../../contract/base/bounds.ts'
import { query, type Transaction, type TransactionBody } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialect.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { keepsBounds, refuseBeyond, type Share } from '../../../store/within-bound.ts'
import { lockSpace } from '../../../wiki/import/spaces.ts'
import { isSameTitle, remoteTitleKey } from '../records/page-mark.ts'

export interface ReservedPlace {
  readonly spaceId: number
  /** The id of a page in Confluence, or of another reservation's page. */
  readonly parentId: string
  readonly title: string
}

/** A reserved page: it has an id in Confluence, and an import brings its text later. */
export interface Reservation extends ReservedPlace {
  readonly givenTitle: string
  /** Empty until the site has answered the request that makes it. */
  readonly pageId: string
  readonly url: string
  /** Whether its page is being trashed, and must not be used. */
  readonly isGoing: boolean
}

export interface ReservationRow {
  readonly space_id: number
  readonly parent_id: string
  readonly title: string
  readonly given_title: string
  readonly page_id: string
  readonly url: string
  readonly lapses_at: number
}

export const reservationColumns: Statement = sql`space_id, parent_id, title, given_title, page_id,
  url, lapses_at`

export function toReservation(row: ReservationRow): Reservation {
  return {
    spaceId: row.space_id,
    parentId: row.parent_id,
    title: row.title,
    givenTitle: row.given_title,
    pageId: row.page_id,
    url: row.url,
    isGoing: row.lapses_at === 0,
  }
}

interface SiteOfPlace {
  readonly place: ReservedPlace
  /** The site and space in which the page is made. */
  readonly home: { readonly baseUrl: string; readonly remoteSpaceId: string }
  readonly lapsesAt: number
  /** 0 where an import reserves for itself. */
  readonly userId: number
}

interface KeepInput extends SiteOfPlace {
  readonly givenTitle: string
  readonly goneId: string | undefined
}

export interface KeptPlace extends Reservation {
  readonly exists: boolean
  /** Whether the reservation was there before, so that its page may be there too. */
  readonly isKnown: boolean
}

/** Reserve a place, or renew its reservation. Undefined where the connection has changed. */
export const keepReservation: Transaction<KeepInput, KeptPlace | undefined> = function* (
  input,
  dialect,
) {
  const { place, lapsesAt, givenTitle, goneId, userId } = input
  if (!(yield* isConnected(input, dialect))) return undefined
  // Imports look for existing pages themselves.
  const page = userId === 0 ? undefined : yield* findImported(place, goneId)
  if (page !== undefined) {
    const { page_id: pageId, url } = page
    return { ...place, givenTitle, pageId, url, isGoing: false, exists: true, isKnown: true }
  }
  const earlier = yield* query(sql`select page_id from remote_reservations where ${isAt(place)}`)
  const shares = remoteShares(place, userId)
  const [row] = yield* query<ReservationRow>(sql`
    insert into remote_reservations (space_id, parent_id, title, given_title, page_id, url,
      lapses_at, user_id)
    select cast(${place.spaceId} as bigint), ${place.parentId}, ${place.title}, ${givenTitle}, '',
      '', cast(${lapsesAt} as bigint), cast(${userId} as bigint)
    where ${keepsBounds(shares)}
    on conflict (space_id, parent_id, title) do update set ${renewed},
      page_id = case when remote_reservations.page_id = ${goneId ?? ''} then ''
        else remote_reservations.page_id end
    returning ${reservationColumns}`)
  if (row === undefined) yield* refuseBeyond(shares)
  const reservation = toReservation(row as ReservationRow)
  return { ...reservation, exists: false, isKnown: earlier.length > 0 }
}

interface MadeRow {
  readonly page_id: string
  readonly asked_title: string
  readonly url: string
}

function* findImported(
  { spaceId, parentId, title }: ReservedPlace,
  goneId: string | undefined,
): TransactionBody<MadeRow | undefined> {
  const pages = yield* query<MadeRow>(sql`
    select page_id, asked_title, url from remote_pages
    where space_id = ${spaceId} and parent_id = ${parentId}
      and asked_title_key = ${remoteTitleKey(title)} and page_id <> ${goneId ?? ''}`)
  return pages.find((page) => isSameTitle(page.asked_title, title))
}

/** An import renews a person's reservation without taking it over. */
const renewed = sql`
  lapses_at = case when remote_reservations.lapses_at = 0 then 0 else excluded.lapses_at end,
  user_id = case when excluded.user_id = 0 then remote_reservations.user_id
    else excluded.user_id end`

function* isConnected(
  { place, home }: SiteOfPlace,
  { forUpdate }: Dialect,
): TransactionBody<boolean> {
  const rows = yield* query(sql`
    select space_id from space_connections
    where space_id = ${place.spaceId} and base_url = ${home.baseUrl}
      and remote_space_id = ${home.remoteSpaceId} ${forUpdate}`)
  return rows.length > 0
}

/** Count a user's other reservations in a space; lapsed ones count until their pages are gone. */
function remoteShares({ spaceId, parentId, title }: ReservedPlace, userId: number): Share[] {
  const rows = sql`remote_reservations where space_id = ${spaceId} and user_id = ${userId}
    and not (parent_id = ${parentId} and title = ${title})`
  return [{ bound: bounds.reservations, rows }]
}

interface PlaceInput extends SiteOfPlace {
  readonly givenTitle: string
  readonly page: { readonly id: string; readonly url: string }
}

/** Store the page of a reservation, or the title that is tried next; false without a connection. */
export const placeReservation: Transaction<PlaceInput, boolean> = function* (input, dialect) {
  const { place, givenTitle, page } = input
  const isPlaced = yield* isConnected(input, dialect)
  yield* query(
    isPlaced
      ? sql`update remote_reservations
          set given_title = ${givenTitle}, page_id = ${page.id}, url = ${page.url}
          where ${isAt(place)}`
      : sql`delete from remote_reservations where ${isAt(place)}`,
  )
  return isPlaced
}

interface ReleaseInput extends Reservation {
  readonly now: number
}

/**
 * Hide a lapsed reservation from imports before its page is trashed.
 * @returns False where an import uses it, or it was renewed.
 */
export const releaseReservation: Transaction<ReleaseInput, boolean> = function* (input, dialect) {
  yield* query(lockSpace(input.spaceId, dialect.forUpdate))
  const rows = yield* query(sql`
    update remote_reservations set lapses_at = 0
    where ${isAt(input)} and page_id = ${input.pageId} and lapses_at <= ${input.now}
      and not ${isInUse(input)} returning page_id`)
  return rows.length > 0
}

/** Whether an open import may write the page; before it knows the page's id, its title tells. */
function isInUse({ spaceId, pageId, title }: Reservation): Statement {
  return sql`exists (select 1 from deliveries d
    where d.space_id = ${spaceId} and (d.page_id = ${pageId} or d.title_key = ${remoteTitleKey(title)}))`
}

/** Restore a reservation whose page the site refuses to trash. */
export const restoreReservation: Transaction<ReservedPlace & { lapsesAt: number }, void> =
  function* (input) {
    yield* query(sql`update remote_reservations set lapses_at = ${input.lapsesAt}
      where ${isAt(input)} and lapses_at = 0`)
  }

export const dropReservation: Transaction<ReservedPlace, void> = function* (input) {
  yield* query(sql`delete from remote_reservations where ${isAt(input)} and lapses_at = 0`)
}

/** End the reservations of an imported page, by its place and by the ids in the request. */
export function endReservations(
  { spaceId, parentId, title }: ReservedPlace,
  pageIds: readonly string[],
): Statement[] {
  return [
    sql`delete from remote_reservations
      where space_id = ${spaceId} and parent_id = ${parentId} and title = ${title}`,
    ...pageIds.map(
      (id) => sql`delete from remote_reservations where space_id = ${spaceId} and page_id = ${id}`,
    ),
  ]
}

interface RefusedImport {
  readonly place: ReservedPlace
  /** The reservation named by the import whose title is taken. */
  readonly clashingId: string | undefined
  readonly now: number
}

/**
 * Let a page lapse that a refused import made for itself. A person's reservation stays, as the
 * import may be repeated, unless another page has its title.
 */
export function lapseReservations({ place, clashingId, now }: RefusedImport): Statement {
  return sql`update remote_reservations set lapses_at = ${now}
    where space_id = ${place.spaceId} and page_id <> '' and lapses_at > ${now}
      and ((user_id = 0 and parent_id = ${place.parentId} and title = ${place.title})
        or page_id = ${clashingId ?? ''})`
}

function isAt({ spaceId, parentId, title }: ReservedPlace): Statement {
  return sql`space_id = ${spaceId} and parent_id = ${parentId} and title = ${title}`
}
