/** Reserves ids for pages of a preview; repeating a request returns the same ids. @module */
import { query, queryAll, type Transaction, type TransactionBody } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialect.ts'
import { sql } from '../../../store/sql.ts'
import { isOfRun, type PreviewRun, pagesWithDrafts } from './draft-pages.ts'
import { lockSending } from './preview-runs.ts'
import { checkSize, resized } from './previews.ts'

interface WantedId {
  readonly title: string
  readonly titleKey: string
  readonly parentId: number | null
  readonly parentIndex: number | null
  readonly newId: number
}

interface ReserveIdsInput {
  readonly run: PreviewRun
  readonly pages: readonly WantedId[]
}

export interface GivenId {
  readonly id: number
  readonly exists: boolean
}

/** Returns undefined when a parent is missing. */
export const reservePreviewIds: Transaction<ReserveIdsInput, readonly GivenId[] | undefined> =
  function* ({ run, pages }, dialect) {
    const shownRun = yield* lockSending(run, dialect)
    if (!run.remote && (yield* isParentMissing(run, pages, dialect))) return undefined
    const ids: GivenId[] = []
    const newIds = new Map<string, ReservedId>()
    // Level by level, because children need the ids of their parents.
    let pending = pages.map((_, index) => index)
    while (pending.length > 0) {
      const level = pending.flatMap((index) => placedAt(pages, ids, index))
      const idsOfLevel = yield* findIds(run, shownRun, level, dialect)
      for (const { index, parentId, title, titleKey, newId } of level) {
        const key = `${parentId} ${titleKey}`
        const id = idsOfLevel.get(index)?.id ?? newIds.get(key)?.id ?? newId
        const exists = idsOfLevel.get(index)?.exists ?? false
        ids[index] = { id, exists }
        if (!exists) newIds.set(key, { id, parentId, title, titleKey })
      }
      const settled = new Set(level.map(({ index }) => index))
      pending = pending.filter((index) => !settled.has(index))
    }
    yield* insertReserved(run, [...newIds.values()], dialect)
    return ids
  }

interface PlacedId extends Omit<WantedId, 'parentId' | 'parentIndex'> {
  readonly index: number
  readonly parentId: number
}

interface ReservedId extends Omit<PlacedId, 'index' | 'newId'> {
  readonly id: number
}

function placedAt(
  pages: readonly WantedId[],
  ids: readonly (GivenId | undefined)[],
  index: number,
): PlacedId[] {
  const { parentId, parentIndex, ...page } = pages[index] as WantedId
  const parent = parentId ?? ids[parentIndex as number]?.id
  return parent === undefined ? [] : [{ ...page, index, parentId: parent }]
}

function* isParentMissing(
  run: PreviewRun,
  pages: readonly WantedId[],
  dialect: Dialect,
): TransactionBody<boolean> {
  const ids = new Set(pages.flatMap(({ parentId }) => parentId ?? []))
  const parents = dialect.givenRows(
    Array.from(ids, (id) => ({ id })),
    { id: 'bigint' },
  )
  const rows = yield* query(sql`
    select given.id from ${parents}
    where not exists (select 1 from ${pagesWithDrafts(run)} p where p.id = given.id)
      and not exists (select 1 from preview_pages o where o.space_id = ${run.spaceId}
        and ${isOfRun(sql`o`, run)} and o.page_id = given.id)
    limit 1`)
  return rows.length > 0
}

function* findIds(
  run: PreviewRun,
  shownRun: string,
  level: readonly PlacedId[],
  dialect: Dialect,
): TransactionBody<ReadonlyMap<number, GivenId>> {
  const { spaceId, name, remote } = run
  const values = dialect.givenRows(
    level.map(({ index, parentId, titleKey }) => ({
      place: index,
      parent_id: parentId,
      title_key: titleKey,
    })),
    { place: 'bigint', parent_id: 'bigint', title_key: 'text' },
  )
  const isOfPlace = sql`on o.space_id = ${spaceId} and o.parent_id = given.parent_id
    and o.title_key = given.title_key`
  const [keptRows, reserved, shownRows] = yield* queryAll([
    remote === undefined
      ? sql`select given.place, p.id from ${values} join ${pagesWithDrafts(run)} p
          on p.parent_id = given.parent_id and p.title_key = given.title_key`
      : sql`select given.place, cast(r.page_id as bigint) as id from ${values}
          join remote_pages r on r.space_id = ${spaceId} and r.is_gone = 0
            and r.parent_id = cast(given.parent_id as text)
            and r.asked_title_key = given.title_key`,
    sql`select given.place, o.page_id as id from ${values} join preview_pages o ${isOfPlace}
      and ${isOfRun(sql`o`, run)} and o.kind = 'reserved'`,
    sql`select given.place, o.page_id as id from ${values} join preview_pages o ${isOfPlace}
      and ${isOfRun(sql`o`, { spaceId, name, run: shownRun })} and o.kind = 'page'
      and o.base_version = 0`,
  ])
  const idsByIndex = new Map<number, GivenId>()
  const note = (rows: typeof keptRows, exists: boolean): void => {
    for (const { place, id } of rows ?? [])
      idsByIndex.set(Number(place), { id: Number(id), exists })
  }
  note(shownRows, false)
  note(reserved, false)
  note(keptRows, true)
  return idsByIndex
}

function* insertReserved(
  run: PreviewRun,
  pages: readonly ReservedId[],
  dialect: Dialect,
): TransactionBody<void> {
  if (pages.length === 0) return
  const rows = dialect.givenRows(
    pages.map(({ id, parentId, title, titleKey }) => ({
      id,
      title,
      parent_id: parentId,
      title_key: titleKey,
    })),
    { id: 'bigint', parent_id: 'bigint', title: 'text', title_key: 'text' },
  )
  const added = yield* query(sql`
    insert into preview_pages (space_id, name, run, page_id, kind, base_version, base_title,
      base_parent_id, parent_id, title, title_key, title_order, position, navigation_title, labels,
      digest, markdown, adf, body, headings, words, shown, warnings, bytes)
    select cast(${run.spaceId} as bigint), ${run.name}, ${run.run}, given.id, 'reserved', 0, '', 0,
      given.parent_id, given.title, given.title_key, '', 0, '', '', '', '', '', '', '', '', '', '[]', 0
    from ${rows} where 1 = 1
    on conflict do nothing returning page_id`)
  const grown = { pages: added.length, bytes: 0 }
  checkSize(yield* query(resized(run, grown, sql`preview_pages where 1 = 0`)))
}
