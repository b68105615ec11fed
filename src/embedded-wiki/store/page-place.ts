/** Where a page stands among the pages below the same parent: by position, then by title. @module */
import { type Statement, sql } from '../../database/sql.ts'
import { keptTitle } from '../../importing/page-title.ts'

/** Where pages are read from: the table of them, or what stands for it; see `overlay`. */
export interface PageTable extends Statement {
  /** To look up one of them, all are made. */
  readonly isMadeWhole?: boolean
}

export const pagesTable: PageTable = sql`pages`

/** Stands for the position of a page that has none, so that it follows the others; greater than any. */
export const noPosition: Statement = sql`9007199254740991`

interface NamedPages {
  readonly pages: PageTable
  /** What a statement begins with. */
  readonly alone: Statement
  /** What stands behind `with recursive`, in front of others. */
  readonly ahead: Statement
}

/** Name what pages are read from, so that a statement which reads it often has it made once. */
export function namedPages(table: PageTable): NamedPages {
  if (!table.isMadeWhole) return { pages: table, alone: sql``, ahead: sql`` }
  const named = sql`whole as materialized (select * from ${table} made)`
  return { pages: sql`whole`, alone: sql`with ${named}`, ahead: sql`${named},` }
}

/** The columns of pages `p` that they are sorted by. */
export const placeColumns: Statement = sql`p.position, p.title_order, p.id`

/** What trees and lists call a page `p`. */
export const nameInTree: Statement = sql`coalesce(nullif(p.navigation_title, ''), p.title)`

/** Make the condition that a page `p` stands behind another one. */
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

/**
 * Fold a title to its key: trimmed, Unicode NFC, case kept.
 * @param title The title as somebody wrote it.
 */
export function titleKey(title: string): string {
  // PostgreSQL refuses text with these even in a search; no kept title has them.
  return keptTitle(title).toWellFormed().replaceAll('\0', '\uFFFD')
}
