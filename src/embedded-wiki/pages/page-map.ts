/** The current pages of a space by id, in parts that stay stable as pages are added. @module */
import type { Reader } from '../../auth/reader.ts'
import { sql } from '../../database/sql.ts'

/** The limit of a sitemap. */
const pagesOfPart = 50_000
const rowsAtOnce = 5_000

export interface MapPart {
  readonly spaceId: string
  readonly after: number
  /** Changes when a page is added, removed or changed. */
  readonly state: string
}

/** Only spaces with more than one part, by id. */
export async function countMapParts(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.database.read<{ space_id: number; pages: number }>(sql`
    select p.space_id, count(*) as pages from pages p
    where p.status = 'current' and ${await reader.isReadable(sql`p.space_id`)}
    group by p.space_id having count(*) > ${pagesOfPart}`)
  return new Map(
    rows.map(({ space_id, pages }) => [String(space_id), Math.ceil(Number(pages) / pagesOfPart)]),
  )
}

/**
 * @param number Counted from 1.
 * @returns Undefined when the part has no page.
 */
export async function findMapPart(
  reader: Reader,
  spaceId: string,
  number: number,
): Promise<MapPart | undefined> {
  if (!(await reader.mayRead(spaceId))) return undefined
  const before = (number - 1) * pagesOfPart
  const after = before === 0 ? 0 : await findNth(reader, spaceId, before)
  if (after === undefined) return undefined
  const [row] = await reader.database.read<{ pages: number; changes: string }>(sql`
    select count(*) as pages, cast(sum(updated_at) as text) as changes
    from (${rowsBehind(spaceId, after, pagesOfPart)}) part`)
  if (row === undefined || Number(row.pages) === 0) return undefined
  return { spaceId, after, state: `${row.pages} ${row.changes}` }
}

async function findNth(
  reader: Reader,
  spaceId: string,
  number: number,
): Promise<number | undefined> {
  const [row] = await reader.database.read<{ id: number }>(sql`
    select id from pages where space_id = ${Number(spaceId)} and status = 'current'
    order by id limit 1 offset ${number - 1}`)
  return row?.id
}

export async function* listMapPages(
  reader: Reader,
  { spaceId, after }: MapPart,
): AsyncGenerator<readonly { readonly id: string; readonly changedAt: Date }[]> {
  if (!(await reader.mayRead(spaceId))) return
  let last = after
  for (let left = pagesOfPart; left > 0; left -= rowsAtOnce) {
    const rows = await reader.database.read<MapRow>(rowsBehind(spaceId, last, rowsAtOnce))
    yield rows.map(({ id, updated_at: at }) => ({ id: String(id), changedAt: new Date(at) }))
    last = rows.at(-1)?.id ?? last
    if (rows.length < rowsAtOnce) return
  }
}

interface MapRow {
  readonly id: number
  readonly updated_at: number
}

function rowsBehind(spaceId: string, after: number, limit: number) {
  return sql`select id, updated_at from pages
    where space_id = ${Number(spaceId)} and status = 'current' and id > ${after}
    order by id limit ${limit}`
}
