/** The transactions that keep reservations of pages of connected spaces, and let them go. @module */
import { bounds } from '../../base/bounds.ts'
import { query, queryAll, type Transaction } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { keepsBounds, refuseBeyond, type Share } from '../../database/within-bound.ts'
import { isSameTitle, remoteTitleKey } from '../records/page-mark.ts'

/** A page that is to be made, and the draft that it is until then. */
export interface RemoteReservation {
  readonly pageId: string
  readonly url: string
}

/** Where a page is to stand. */
export interface ReservedPlace {
  readonly spaceId: number
  /** A page there, or another reservation. */
  readonly parentId: string
  readonly title: string
}

interface KeepInput {
  readonly place: ReservedPlace
  /** Where the draft is. */
  readonly home: { readonly baseUrl: string; readonly remoteSpaceId: string }
  readonly reservation: RemoteReservation
  readonly lapsesAt: number
  /** On whose behalf. */
  readonly userId: number
  /** The page that is recorded at the place, and was not found there. */
  readonly goneId: string | undefined
}

/** What has the place now. */
export interface KeptPlace extends RemoteReservation {
  /** Whether an import has made its page meanwhile. */
  readonly exists: boolean
}

/**
 * Answers the reservation of the place, which lasts anew: another one where somebody was faster, and
 * none where the space is connected to another place by now.
 */
export const keepReservation: Transaction<KeepInput, KeptPlace | undefined> = function* (
  input,
  dialect,
) {
  const { place, home, reservation, lapsesAt, goneId, userId } = input
  const connected = yield* query(sql`
    select space_id from space_connections
    where space_id = ${place.spaceId} and base_url = ${home.baseUrl}
      and remote_space_id = ${home.remoteSpaceId} ${dialect.forUpdate}`)
  if (connected.length === 0) return undefined
  const shares = remoteShares(place, userId)
  // Whoever looked at the site may have found the draft before it is kept here.
  yield* query(sql`
    delete from remote_reservations
    where space_id = ${place.spaceId} and page_id = ${reservation.pageId}
      and title = '' and lapses_at > 0`)
  const [row] = yield* query<{ page_id: string; url: string }>(sql`
    insert into remote_reservations (space_id, page_id, parent_id, title, url, lapses_at, user_id)
    select cast(${place.spaceId} as bigint), ${reservation.pageId}, ${place.parentId},
      ${place.title}, ${reservation.url}, cast(${lapsesAt} as bigint), cast(${userId} as bigint)
    where ${keepsBounds(shares)}
    on conflict (space_id, parent_id, title)
    do update set lapses_at = excluded.lapses_at, user_id = excluded.user_id
    returning page_id, url`)
  if (row === undefined) yield* refuseBeyond(shares)
  // Only what was reserved when its page was recorded is ended by that.
  const pages = yield* query<{ page_id: string; asked_title: string; url: string }>(sql`
    select page_id, asked_title, url from remote_pages
    where space_id = ${place.spaceId} and parent_id = ${place.parentId}
      and asked_title_key = ${remoteTitleKey(place.title)}
      and page_id <> ${goneId ?? ''}`)
  const made = pages.find((page) => isSameTitle(page.asked_title, place.title))
  if (made !== undefined) {
    yield* query(sql`update remote_reservations set lapses_at = 0
      where space_id = ${place.spaceId} and page_id = ${reservation.pageId}`)
  }
  const { page_id: pageId, url } = made ?? (row as { page_id: string; url: string })
  return { pageId, url, exists: made !== undefined }
}

/**
 * Tell the bound of a user's reservations in a space, without the one of a place. Those that have
 * lapsed count until their drafts are gone.
 */
function remoteShares({ spaceId, parentId, title }: ReservedPlace, userId: number): Share[] {
  const rows = sql`remote_reservations where space_id = ${spaceId} and user_id = ${userId}
    and not (parent_id = ${parentId} and title = ${title})`
  return [{ bound: bounds.reservations, rows }]
}

interface DraftInput {
  readonly spaceId: number
  readonly pageId: string
  readonly now: number
}

/**
 * Note that a draft is to be removed: nothing finds it by a place any more. A reservation that lasts
 * keeps its place.
 */
export const releaseDraft: Transaction<DraftInput, void> = function* (input) {
  const { spaceId, pageId, now } = input
  yield* query(sql`
    insert into remote_reservations (space_id, page_id, parent_id, title, url, lapses_at)
    values (${spaceId}, ${pageId}, ${pageId}, '', '', 0)
    on conflict (space_id, page_id) do update set parent_id = excluded.parent_id,
      title = excluded.title, lapses_at = excluded.lapses_at
    where remote_reservations.lapses_at <= ${now}`)
}

interface LooseInput {
  readonly spaceId: number
  /** Drafts that the site has. */
  readonly pageIds: readonly string[]
  readonly lapsesAt: number
}

/**
 * Note drafts that nothing here names: their answers were lost, or whoever got them. They are to be
 * removed when they lapse, since one may be on its way to be named.
 */
export const noteLooseDrafts: Transaction<LooseInput, void> = function* (input) {
  const { spaceId, pageIds, lapsesAt } = input
  yield* queryAll(
    pageIds.map(
      (pageId) => sql`
      insert into remote_reservations (space_id, page_id, parent_id, title, url, lapses_at)
      select cast(${spaceId} as bigint), ${pageId}, ${pageId}, '', '', cast(${lapsesAt} as bigint)
      where not exists (select 1 from deliveries
        where space_id = ${spaceId} and page_id = ${pageId} and state <> 'done')
      on conflict (space_id, page_id) do nothing`,
    ),
  )
}

/**
 * Make the statement that notes the draft of a delivery that is dropped, as one that is to be removed.
 */
export function releaseDraftOf(isDropped: Statement): Statement {
  return sql`insert into remote_reservations (space_id, page_id, parent_id, title, url, lapses_at)
    select space_id, page_id, page_id, '', '', 0 from deliveries
    where ${isDropped} and state = 'intended' and makes_page = 1 and expected_version = 1
    on conflict (space_id, page_id) do nothing`
}

/** Let a reservation go whose draft is gone, unless it was asked for again meanwhile. */
export const dropReservation: Transaction<DraftInput, void> = function* (input) {
  yield* query(sql`
    delete from remote_reservations
    where space_id = ${input.spaceId} and page_id = ${input.pageId} and lapses_at <= ${input.now}`)
}

/** Make the statement that ends a reservation, once its page is there. */
export function endReservation(spaceId: number, pageId: string): Statement {
  return sql`delete from remote_reservations where space_id = ${spaceId} and page_id = ${pageId}`
}
