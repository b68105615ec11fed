/** Reserves ids for pages of a preview; the same pages get the same ids again. @module */
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
    const given: GivenId[] = []
    const made = new Map<string, ReservedId>()
    // Level by level, because children need the ids of their parents.
    let open = pages.map((_, index) => index)
    while (open.length > 0) {
      const level = open.flatMap((index) => placedAt(pages, given, index))
      const found = yield* findIds(run, shownRun, level, dialect)
      for (const { index, parentId, title, titleKey, newId } of level) {
        const key = `${parentId} ${titleKey}`
        const id = found.get(index)?.id ?? made.get(key)?.id ?? newId
        const exists = found.get(index)?.exists ?? false
        given[index] = { id, exists }
        if (!exists) made.set(key, { id, parentId, title, titleKey })
      }
      const settled = new Set(level.map(({ index }) => index))
      open = open.filter((index) => !settled.has(index))
    }
    yield* insertReserved(run, [...made.values()], dialect)
    return given
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
  given: readonly (GivenId | undefined)[],
  index: number,
): PlacedId[] {
  const { parentId, parentIndex, ...page } = pages[index] as WantedId
  const parent = parentId ?? given[parentIndex as number]?.id
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
  const missing = yield* query(sql`
    select given.id from ${parents}
    where not exists (select 1 from ${pagesWithDrafts(run)} p where p.id = given.id)
      and not exists (select 1 from preview_pages o where o.space_id = ${run.spaceId}
        and ${isOfRun(sql`o`, run)} and o.page_id = given.id)
    limit 1`)
  return missing.length > 0
}

function* findIds(
  run: PreviewRun,
  shownRun: string,
  level: readonly PlacedId[],
  dialect: Dialect,
): TransactionBody<ReadonlyMap<number, GivenId>> {
  const { spaceId, name, remote } = run
  const given = dialect.givenRows(
    level.map(({ index, parentId, titleKey }) => ({
      place: index,
      parent_id: parentId,
      title_key: titleKey,
    })),
    { place: 'bigint', parent_id: 'bigint', title_key: 'text' },
  )
  const isOfPlace = sql`on o.space_id = ${spaceId} and o.parent_id = given.parent_id
    and o.title_key = given.title_key`
  const [standing, reserved, before] = yield* queryAll([
    remote === undefined
      ? sql`select given.place, p.id from ${given} join ${pagesWithDrafts(run)} p
          on p.parent_id = given.parent_id and p.title_key = given.title_key`
      : sql`select given.place, cast(r.page_id as bigint) as id from ${given}
          join remote_pages r on r.space_id = ${spaceId} and r.is_gone = 0
            and r.parent_id = cast(given.parent_id as text)
            and r.asked_title_key = given.title_key`,
    sql`select given.place, o.page_id as id from ${given} join preview_pages o ${isOfPlace}
      and ${isOfRun(sql`o`, run)} and o.kind = 'reserved'`,
    sql`select given.place, o.page_id as id from ${given} join preview_pages o ${isOfPlace}
      and ${isOfRun(sql`o`, { spaceId, name, run: shownRun })} and o.kind = 'page'
      and o.base_version = 0`,
  ])
  const found = new Map<number, GivenId>()
  const note = (rows: typeof standing, exists: boolean): void => {
    for (const { place, id } of rows ?? []) found.set(Number(place), { id: Number(id), exists })
  }
  note(before, false)
  note(reserved, false)
  note(standing, true)
  return found
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
