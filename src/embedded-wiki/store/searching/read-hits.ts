/** Reads what is shown of pages that were found. @module */
import type { Database } from '../../../database/database.ts'
import { isAnyOf, sql } from '../../../database/sql.ts'
import { nameInTree } from '../page-place.ts'

export interface SearchHit {
  readonly pageId: string
  readonly title: string
  readonly version: number
  readonly updatedAt: Date
  readonly spaceId: string
  readonly spaceKey: string
  readonly spaceName: string
  /** The pages above it, as trees call them, without the homepage. */
  readonly path: readonly string[]
  /** The start of the page's text, headings marked, as far as places are looked for in it. */
  readonly text: string
}

interface PageToShow {
  readonly id: number
  readonly spaceId: number
}

/**
 * Read pages.
 * @param pages Which, in order; those that may be read.
 * @param options How much of each text is wanted, in characters.
 */
export async function readHits(
  database: Database,
  pages: readonly PageToShow[],
  { maxTextLength }: { maxTextLength: number },
): Promise<SearchHit[]> {
  const bySpace = Map.groupBy(pages, ({ spaceId }) => spaceId)
  const found = await Promise.all(
    [...bySpace].map(async ([spaceId, ofSpace]) => {
      const ids = ofSpace.map(({ id }) => id)
      const [rows, paths] = await Promise.all([
        database.read<HitRow>(sql`
          select p.id, p.title, p.version, p.updated_at, s.key, s.name,
            substr(t.body, 1, ${maxTextLength}) as body
          from pages p join spaces s on s.id = p.space_id
          join page_texts t on t.space_id = p.space_id and t.page_id = p.id
          where p.space_id = ${spaceId} and ${isAnyOf(sql`p.id`, ids)}`),
        readPaths(database, spaceId, ids),
      ])
      return rows.map(({ id, title, version, updated_at: updatedAt, key, name, body }) => ({
        pageId: String(id),
        title,
        version,
        updatedAt: new Date(updatedAt),
        spaceId: String(spaceId),
        spaceKey: key,
        spaceName: name,
        path: paths.get(id) ?? [],
        text: body,
      }))
    }),
  )
  const hits = new Map(found.flat().map((hit) => [Number(hit.pageId), hit]))
  return pages.flatMap(({ id }) => hits.get(id) ?? [])
}

interface HitRow {
  readonly id: number
  readonly title: string
  readonly version: number
  readonly updated_at: number
  readonly key: string
  readonly name: string
  readonly body: string
}

/** Whoever may read a page may read those above it. */
async function readPaths(
  database: Database,
  spaceId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await database.read<{ id: number; title: string }>(sql`
    with recursive above (id, title, parent_id, distance) as (
      select p.id, cast('' as text), p.parent_id, 0 from pages p
      where p.space_id = ${spaceId} and ${isAnyOf(sql`p.id`, ids)}
      union all
      select above.id, ${nameInTree}, p.parent_id, above.distance + 1
      from above join pages p on p.space_id = ${spaceId} and p.id = above.parent_id
    )
    select id, title from above where distance > 0 and parent_id <> 0 order by distance desc`)
  const paths = new Map<number, string[]>()
  for (const { id, title } of rows) {
    const path = paths.get(id)
    if (path === undefined) paths.set(id, [title])
    else path.push(title)
  }
  return paths
}
