/** Reserves ids for pages by their places, in one transaction. @module */
import type { AuditedStore } from '../../accounts/audit.ts'
import { bounds } from '../../contract/base/bounds.ts'
import { query, queryAll, type Transaction } from '../../store/database.ts'
import type { Dialect } from '../../store/dialects.ts'
import { parseId } from '../../store/ids.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { keepsBounds, refuseBeyond } from '../../store/within-bound.ts'
import { findOwnSpace, lockSpace } from '../import/spaces.ts'
import {
  pagePath,
  type ReservedPage,
  type Space,
  type WantedReservations,
} from '../import/target-wiki.ts'
import { titleKey } from './page-place.ts'

/** How long an id is kept for a page that is not made; each request renews it. */
const reservationMs = 24 * 60 * 60 * 1000

/** @returns Undefined when the space or a parent is missing or closed to the writer. */
export async function reserveInSpace(
  { database, ids, clock }: AuditedStore,
  { spaceIdOrKey, pages: requestedPages, writer }: WantedReservations,
): Promise<readonly ReservedPage[] | undefined> {
  const space = await findOwnSpace(database, spaceIdOrKey, writer)
  if (space === undefined) return undefined
  // An empty request asks only whether the space is writable.
  if (requestedPages.length === 0) return []
  const newIds: number[] = []
  while (newIds.length < requestedPages.length) newIds.push(await ids.nextId())
  const reservedPages = await database.write(insertReservations, {
    spaceId: Number(space.id),
    userId: writer.userId,
    pages: wantedPages(requestedPages),
    newIds,
    now: clock().getTime(),
  })
  return reservedPages && withPaths(space, reservedPages)
}

export function wantedPages(
  pages: WantedReservations['pages'],
  keyOf: (title: string) => string = titleKey,
): WantedPage[] {
  return pages.map(({ title, parent }) => {
    const isListed = 'index' in parent
    return {
      titleKey: keyOf(title),
      // No page has the id 0.
      parentId: isListed ? null : (parseId(parent.id) ?? 0),
      parentIndex: isListed ? parent.index : null,
    }
  })
}

export function withPaths({ key }: Space, pages: readonly GivenPage[]): ReservedPage[] {
  return pages.map(({ id, exists }) => {
    return { id: String(id), exists, path: pagePath(key, String(id)) }
  })
}

interface InsertReservationsInput {
  readonly spaceId: number
  readonly userId: number
  readonly pages: readonly WantedPage[]
  readonly newIds: readonly number[]
  readonly now: number
}

interface WantedPage {
  readonly titleKey: string
  readonly parentId: number | null
  readonly parentIndex: number | null
}

interface GivenPage {
  readonly id: number
  readonly exists: boolean
}

export const insertReservations: Transaction<
  InsertReservationsInput,
  readonly GivenPage[] | undefined
> = function* (input, dialect) {
  const { spaceId, userId, pages, newIds, now } = input
  const [, missingRows, existingRows] = yield* queryAll([
    // The lock keeps others from creating pages at a reserved place.
    lockSpace(spaceId, dialect.forUpdate),
    findMissingParents(input, dialect),
    selectExisting(pages, idsBelow(input), dialect),
  ])
  if (missingRows?.[0] !== undefined) return undefined
  const existing = existingRows as unknown as readonly StandingRow[]
  const places = giveIds(pages, existing, ({ index }) => newIds[index] as number)
  const reserved = new Map(
    places.filter(({ exists }) => !exists).map((page) => [page.id, page] as const),
  )
  const rows = dialect.givenRows(
    [...reserved.values()].map(({ id, parentId, titleKey }) => ({
      id,
      parent_id: parentId,
      title_key: titleKey,
    })),
    { id: 'bigint', parent_id: 'bigint', title_key: 'text' },
  )
  const otherReservations = sql`page_reservations where space_id = ${spaceId} and user_id = ${userId}
    and lapses_at > ${now} and id not in (select id from ${rows})`
  const shares = [{ bound: bounds.reservations, rows: otherReservations, added: reserved.size }]
  const reservations = yield* query(sql`
    insert into page_reservations (space_id, parent_id, title_key, id, lapses_at, user_id)
    select cast(${spaceId} as bigint), parent_id, title_key, id,
      cast(${now + reservationMs} as bigint), cast(${userId} as bigint)
    from ${rows} where ${keepsBounds(shares)}
    on conflict (space_id, parent_id, title_key)
    do update set id = excluded.id, lapses_at = excluded.lapses_at, user_id = excluded.user_id
    returning id`)
  if (reservations.length < reserved.size) yield* refuseBeyond(shares)
  return places.map(({ id, exists }) => ({ id, exists }))
}

function findMissingParents(
  { spaceId, pages, now }: InsertReservationsInput,
  dialect: Dialect,
): Statement {
  const ids = new Set(pages.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))
  const parents = dialect.givenRows(
    Array.from(ids, (id) => ({ id })),
    { id: 'bigint' },
  )
  return sql`
    select given.id from ${parents}
    where not exists (select 1 from pages p
        where p.space_id = ${spaceId} and p.id = given.id and p.status = 'current')
      and not exists (select 1 from page_reservations r
        where r.space_id = ${spaceId} and r.id = given.id and r.lapses_at > ${now})
    limit 1`
}

/** Selects the ids of the page and the reservation with the title of `w` below a parent. */
export type IdsBelow = (parentId: Statement) => {
  readonly pageId: Statement
  readonly reservedId: Statement
}

function idsBelow({ spaceId, now }: InsertReservationsInput): IdsBelow {
  return (parentId) => ({
    pageId: sql`(select p.id from pages p
      where p.space_id = ${spaceId} and p.parent_id = ${parentId}
        and p.title_key = w.title_key and p.status = 'current')`,
    reservedId: sql`(select r.id from page_reservations r
      where r.space_id = ${spaceId} and r.parent_id = ${parentId}
        and r.title_key = w.title_key and r.lapses_at > ${now})`,
  })
}

export interface StandingRow {
  readonly place: number
  readonly page_id: number | null
  readonly reserved_id: number | null
}

/** Selects existing ids for the requested pages; a page below a new page cannot exist yet. */
export function selectExisting(
  pages: readonly WantedPage[],
  idsBelow: IdsBelow,
  dialect: Pick<Dialect, 'givenRows'>,
): Statement {
  const values = dialect.givenRows(
    pages.map(({ titleKey, parentId, parentIndex }, place) => ({
      place,
      parent_id: parentId,
      parent_place: parentIndex,
      title_key: titleKey,
    })),
    { place: 'bigint', parent_id: 'bigint', parent_place: 'bigint', title_key: 'text' },
  )
  const columns = (parentId: Statement): Statement => {
    const { pageId, reservedId } = idsBelow(parentId)
    return sql`w.place, ${pageId}, ${reservedId}`
  }
  // Materialized, because SQLite would read the list again for each page.
  const above = sql`coalesce(f.page_id, f.reserved_id)`
  return sql`
    with recursive wanted as materialized (select * from ${values}),
    found (place, page_id, reserved_id) as (
      select ${columns(sql`w.parent_id`)} from wanted w where w.parent_place is null
      union all
      select ${columns(above)}
      from found f join wanted w on w.parent_place = f.place where ${above} is not null
    )
    select place, page_id, reserved_id from found`
}

interface PlacedPage extends GivenPage {
  readonly index: number
  readonly parentId: number
  readonly titleKey: string
}

/**
 * Equal places in the list share a page.
 * @param newId Gives an id to a page that does not exist yet.
 */
export function giveIds(
  pages: readonly WantedPage[],
  rows: readonly StandingRow[],
  newId: (page: Pick<PlacedPage, 'index' | 'parentId' | 'titleKey'>) => number,
): PlacedPage[] {
  const standingAt = new Map(rows.map((row) => [row.place, row]))
  const byPlace = new Map<string, PlacedPage>()
  const places: PlacedPage[] = []
  const place = (index: number): PlacedPage => {
    const reservedPlace = places[index]
    if (reservedPlace !== undefined) return reservedPlace
    const { titleKey, parentId: givenParent, parentIndex } = pages[index] as WantedPage
    const parentId = givenParent ?? place(parentIndex as number).id
    const row = standingAt.get(index)
    const key = `${parentId} ${titleKey}`
    const page = byPlace.get(key) ?? {
      index,
      id: row?.page_id ?? row?.reserved_id ?? newId({ index, parentId, titleKey }),
      exists: typeof row?.page_id === 'number',
      parentId,
      titleKey,
    }
    byPlace.set(key, page)
    places[index] = page
    return page
  }
  return pages.map((_, index) => place(index))
}

export function removeReservation(spaceId: number, pageId: number): Statement {
  return sql`delete from page_reservations where space_id = ${spaceId} and id = ${pageId}`
}
