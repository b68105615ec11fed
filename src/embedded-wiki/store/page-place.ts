/** The order of pages below a parent: by position, then by title. @module */
import { keptTitle } from '../../contract/titles-and-labels.ts'
import { type Statement, sql } from '../../database/sql.ts'

/** The table of pages, or a query in its place; see `overlay`. */
export interface PageTable extends Statement {
  readonly isMadeWhole?: boolean
}

export const pagesTable: PageTable = sql`pages`

/** Replaces a missing position, and is greater than any other, so that such pages come last. */
export const noPosition: Statement = sql`9007199254740991`

interface NamedPages {
  readonly pages: PageTable
  readonly alone: Statement
  readonly ahead: Statement
}

/** Make pages a named query, so that a statement that reads them often computes them once. */
export function namedPages(table: PageTable): NamedPages {
  if (!table.isMadeWhole) return { pages: table, alone: sql``, ahead: sql`` }
  const named = sql`whole as materialized (select * from ${table} made)`
  return { pages: sql`whole`, alone: sql`with ${named}`, ahead: sql`${named},` }
}

export const placeColumns: Statement = sql`p.position, p.title_order, p.id`

/** The title of a page `p` in trees and lists. */
export const nameInTree: Statement = sql`coalesce(nullif(p.navigation_title, ''), p.title)`

export function isBehind(
  spaceId: number,
  pageId: number,
  table: PageTable = pagesTable,
): Statement {
  return sql`(${placeColumns}) > ${placeOfPage(spaceId, pageId, table)}`
}

function placeOfPage(spaceId: number, pageId: number, table: PageTable): Statement {
  return sql`(select q.position, q.title_order, q.id from ${table} q
    where q.space_id = ${spaceId} and q.id = ${pageId})`
}

/** Normalize a title for comparison: trimmed, Unicode NFC, with case. */
export function titleKey(title: string): string {
  // PostgreSQL refuses these characters even in a search; no stored title has them.
  return keptTitle(title).toWellFormed().replaceAll('\0', '\uFFFD')
}
