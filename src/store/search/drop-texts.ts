/** Takes pages out of the full-text index. @module */
import type { Dialect } from '../dialect.ts'
import { isAnyOf, type Statement, sql } from '../sql.ts'

export function dropTexts(
  { search }: Pick<Dialect, 'search'>,
  spaceId: number,
  ids: readonly number[],
): Statement[] {
  if (ids.length === 0) return []
  const isDropped = sql`space_id = ${spaceId} and ${isAnyOf(sql`page_id`, ids)}`
  return [...search.remove(ids), sql`delete from page_texts where ${isDropped}`]
}
