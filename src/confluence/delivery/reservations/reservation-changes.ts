/** Transactions that keep and release reservations in connected spaces, and their queries. @module */
import { bounds } from '../../../contract/base/bounds.ts'
import {
  type Database,
  query,
  type Transaction,
  type TransactionBody,
} from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { asObjects, readAs } from '../../../store/read-as.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { keepsBounds, refuseBeyond, type Share } from '../../../store/within-bound.ts'
import { lockSpace } from '../../../wiki/import/spaces.ts'
import { remoteTitleKey } from '../records/recorded-pages.ts'

export interface ReservedPlace {
  readonly spaceId: number
  /** The id of a page in Confluence, or of another reservation's page. */
  readonly parentId: string
  readonly title: string
}

/** A reserved page: it has an id in Confluence, and an import brings its text later. */
export interface Reservation extends ReservedPlace {
  readonly givenTitle: string
  /** The id of the placeholder; empty until the site has answered the request that makes it. */
  readonly pageId: string
  readonly url: string
  /** Whether we are trashing its page, which then must not be used. */
  readonly isGoing: boolean
}

const columns = sql`space_id as "spaceId", parent_id as "parentId", title,
  given_title as "givenTitle", page_id as "pageId", url, lapses_at = 0 as "isGoing"`

export async function findReservation(
  database: Database,
  condition: Statement,
): Promise<Reservation | undefined> {
  const [reservation] = await readAs<Reservation>(
    database,
    sql`select ${columns} from remote_reservations where ${condition}`,
  )
  return reservation
}

/**
 * @param ofSpace The most reservations of one space, because its site may be away.
 */
export function listLapsedReservations(
  database: Database,
  now: Date,
  ofSpace: number,
): Promise<Reservation[]> {
  return readAs(
    database,
    sql`select ${columns} from (
        select *, row_number() over (partition by space_id order by lapses_at) as place
        from remote_reservations r
        where lapses_at <= ${now.getTime()}
          and space_id in (select space_id from space_connections)
          and not exists (select 1 from deliveries d where d.space_id = r.space_id
            and d.page_id = r.page_id)) lapsed
      where place <= ${ofSpace} order by lapses_at`,
  )
}

/** A reserved place, and the site and the space where its page is made. */
interface SiteOfPlace extends ReservedPlace {
  readonly baseUrl: string
  readonly remoteSpaceId: string
  readonly givenTitle: string
}

interface KeepInput extends SiteOfPlace {
  readonly goneId: string | undefined
  readonly lapsesAt: number
  /** 0 when an import reserves for itself. */
  readonly userId: number
}

interface KeptReservation extends Reservation {
  /** Whether the reservation existed before, so that its page may exist too. */
  readonly isKnown: boolean
}

/** Reserve a place, or renew its reservation. Returns undefined if the connection has changed. */
export const keepReservation: Transaction<KeepInput, KeptReservation | undefined> = function* (
  input,
  dialect,
) {
  const { lapsesAt, goneId, userId } = input
  if (!(yield* isConnected(input, dialect))) return undefined
  const earlier = yield* query(sql`select page_id from remote_reservations where ${isAt(input)}`)
  const shares = remoteShares(input, userId)
  const rows = yield* query(sql`
    insert into remote_reservations (space_id, parent_id, title, given_title, page_id, url,
      lapses_at, user_id)
    select cast(${input.spaceId} as bigint), ${input.parentId}, ${input.title},
      ${input.givenTitle}, '', '', cast(${lapsesAt} as bigint), cast(${userId} as bigint)
    where ${keepsBounds(shares)}
    on conflict (space_id, parent_id, title) do update set ${renewed},
      page_id = case when remote_reservations.page_id = ${goneId ?? ''} then ''
        else remote_reservations.page_id end
    returning ${columns}`)
  if (rows.length === 0) yield* refuseBeyond(shares)
  const [reservation] = asObjects<Reservation>(rows)
  return reservation && { ...reservation, isKnown: earlier.length > 0 }
}

/** An import renews a person's reservation without taking it over. */
const renewed = sql`
  lapses_at = case when remote_reservations.lapses_at = 0 then 0 else excluded.lapses_at end,
  user_id = case when excluded.user_id = 0 then remote_reservations.user_id
    else excluded.user_id end`

function* isConnected(
  { spaceId, baseUrl, remoteSpaceId }: SiteOfPlace,
  { forUpdate }: Dialect,
): TransactionBody<boolean> {
  const rows = yield* query(sql`
    select space_id from space_connections
    where space_id = ${spaceId} and base_url = ${baseUrl}
      and remote_space_id = ${remoteSpaceId} ${forUpdate}`)
  return rows.length > 0
}

/** Count a user's other reservations in a space; lapsed ones count until their pages are gone. */
function remoteShares({ spaceId, parentId, title }: ReservedPlace, userId: number): Share[] {
  const rows = sql`remote_reservations where space_id = ${spaceId} and user_id = ${userId}
    and not (parent_id = ${parentId} and title = ${title})`
  return [{ bound: bounds.reservations, rows }]
}

interface PlaceInput extends SiteOfPlace {
  readonly page: { readonly id: string; readonly path: string }
}

/** Store the page of a reservation, or the title that is tried next; false without a connection. */
export const placeReservation: Transaction<PlaceInput, boolean> = function* (input, dialect) {
  const { givenTitle, page } = input
  const isPlaced = yield* isConnected(input, dialect)
  yield* query(
    isPlaced
      ? sql`update remote_reservations
          set given_title = ${givenTitle}, page_id = ${page.id}, url = ${page.path}
          where ${isAt(input)}`
      : sql`delete from remote_reservations where ${isAt(input)}`,
  )
  return isPlaced
}

/**
 * Hide a lapsed reservation from imports before its page is trashed.
 * @returns False if an import uses the reservation, or somebody renewed it.
 */
export const releaseReservation: Transaction<Reservation & { now: number }, boolean> = function* (
  input,
  dialect,
) {
  const { spaceId, pageId, title, now } = input
  // Before an import knows the id of the page, its title tells which page it may write.
  const isInUse = sql`exists (select 1 from deliveries d
    where d.space_id = ${spaceId}
      and (d.page_id = ${pageId} or d.title_key = ${remoteTitleKey(title)}))`
  yield* query(lockSpace(spaceId, dialect.forUpdate))
  const rows = yield* query(sql`
    update remote_reservations set lapses_at = 0
    where ${isAt(input)} and page_id = ${pageId} and lapses_at <= ${now}
      and not ${isInUse} returning page_id`)
  return rows.length > 0
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
export function endReservations(place: ReservedPlace, pageIds: readonly string[]): Statement[] {
  const isNamed = pageIds.map((id) => sql`space_id = ${place.spaceId} and page_id = ${id}`)
  return [isAt(place), ...isNamed].map(
    (condition) => sql`delete from remote_reservations where ${condition}`,
  )
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
      and ((user_id = 0 and ${isAt(place)}) or page_id = ${clashingId ?? ''})`
}

export function isAt({ spaceId, parentId, title }: ReservedPlace): Statement {
  return sql`space_id = ${spaceId} and parent_id = ${parentId} and title = ${title}`
}
