/** Stored HTML of versions: a version never changes, so it is rendered once. @module */
import { type Database, query, type Transaction } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'

export interface VersionPlace {
  readonly spaceId: number
  readonly pageId: number
  readonly number: number
}

export interface RenderedVersion {
  readonly html: string
  readonly outline: string
}

/** @param renderer Identifies the program; HTML of other programs is ignored. */
export async function findRenderedVersion(
  database: Database,
  { spaceId, pageId, number }: VersionPlace,
  renderer: string,
): Promise<RenderedVersion | undefined> {
  const [row] = await database.read<RenderedVersion>(sql`
    select html, outline from rendered_versions
    where space_id = ${spaceId} and page_id = ${pageId} and number = ${number}
      and renderer = ${renderer}`)
  return row
}

export const maxRenderedBytes: number = 256 * 1024 * 1024
const maxDropped = 100

interface KeepRenderedInput extends VersionPlace, RenderedVersion {
  readonly renderer: string
  readonly now: number
  readonly maxBytes: number
}

export const keepRendered: Transaction<KeepRenderedInput, void> = function* (input) {
  const { spaceId, pageId, number, renderer, html, outline, now, maxBytes } = input
  const bytes = Buffer.byteLength(html) + Buffer.byteLength(outline)
  yield* query(sql`
    insert into rendered_versions (space_id, page_id, number, renderer, html, outline, bytes,
      rendered_at)
    values (${spaceId}, ${pageId}, ${number}, ${renderer}, ${html}, ${outline}, ${bytes}, ${now})
    on conflict (space_id, page_id, number) do update set renderer = excluded.renderer,
      html = excluded.html, outline = excluded.outline, bytes = excluded.bytes,
      rendered_at = excluded.rendered_at`)
  // An index-only scan of at most some thousand rows.
  const [sum] = yield* query<{ bytes: number | null }>(
    sql`select sum(bytes) as bytes from rendered_versions`,
  )
  if (Number(sum?.bytes ?? 0) <= maxBytes) return
  yield* query(sql`
    delete from rendered_versions where rendered_at <= (
      select max(rendered_at) from (
        select rendered_at from rendered_versions order by rendered_at limit ${maxDropped}
      ) oldest)`)
}
