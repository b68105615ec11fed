/** Transactions that keep and release reservations in connected spaces. @module */
import { bounds } from '../../base/bounds.ts'
import { query, queryAll, type Transaction } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { keepsBounds, refuseBeyond, type Share } from '../../database/within-bound.ts'
import { isSameTitle, remoteTitleKey } from '../records/page-mark.ts'

export interface RemoteReservation {
  readonly pageId: string
  readonly url: string
}

export interface ReservedPlace {
  readonly spaceId: number
  /** A page there, or another reservation. */
  readonly parentId: string
  readonly title: string
}

interface KeepInput {
  readonly place: ReservedPlace
  /** The place of the draft. */
  readonly home: { readonly baseUrl: string; readonly remoteSpaceId: string }
  readonly reservation: RemoteReservation
  readonly lapsesAt: number
  readonly userId: number
  readonly goneId: string | undefined
}

export interface KeptPlace extends RemoteReservation {
  /** Whether an import has already made the page. */
  readonly exists: boolean
}

/**
 * Reserve a place, or renew its reservation; a concurrent one wins. Undefined where the connection
 * has changed.
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

/** Count a user's other reservations in a space; lapsed ones count until their drafts are gone. */
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

/** Mark a draft for removal, so that no place finds it. A valid reservation keeps its place. */
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
  /** Drafts found on the site. */
  readonly pageIds: readonly string[]
  readonly lapsesAt: number
}

/**
 * Record drafts whose answers were lost. They are removed only after a while, since one may be just
 * about to be recorded.
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

/** Mark the draft of a dropped delivery for removal. */
export function releaseDraftOf(isDropped: Statement): Statement {
  return sql`insert into remote_reservations (space_id, page_id, parent_id, title, url, lapses_at)
    select space_id, page_id, page_id, '', '', 0 from deliveries
    where ${isDropped} and state = 'intended' and makes_page = 1 and expected_version = 1
    on conflict (space_id, page_id) do nothing`
}

export const dropReservation: Transaction<DraftInput, void> = function* (input) {
  yield* query(sql`
    delete from remote_reservations
    where space_id = ${input.spaceId} and page_id = ${input.pageId} and lapses_at <= ${input.now}`)
}

export function endReservation(spaceId: number, pageId: string): Statement {
  return sql`delete from remote_reservations where space_id = ${spaceId} and page_id = ${pageId}`
}
