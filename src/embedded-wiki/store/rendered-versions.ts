/** HTML of versions, kept with the store: a version never changes, so it is rendered once. @module */
import { type Database, query, type Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

/** One version of a page. */
export interface VersionPlace {
  readonly spaceId: number
  readonly pageId: number
  readonly number: number
}

export interface RenderedVersion {
  readonly html: string
  /** As JSON text. */
  readonly outline: string
}

/**
 * Find what was rendered before.
 * @param renderer Names the program: what another one made does not count.
 */
export async function findRendered(
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

/** All that is kept takes at most this many bytes. */
export const maxRenderedBytes: number = 256 * 1024 * 1024
/** Old ones go so many at a time. */
const maxDropped = 100

interface KeepRenderedInput extends VersionPlace, RenderedVersion {
  readonly renderer: string
  readonly now: number
  readonly maxBytes: number
}

/** Keep a rendered version, and let the oldest go when there is too much. */
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
  // Over an index alone, of which small pages make a few thousand rows.
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
