/** The order of pages below a parent: by position, then by title. @module */
import { keptTitle } from '../../contract/titles-and-labels.ts'
import { type Statement, sql } from '../../store/sql.ts'

/** Stands for a missing position; larger than any real one, so these pages come last. */
export const noPosition: Statement = sql`9007199254740991`

export const placeColumns: Statement = sql`p.position, p.title_order, p.id`

export const nameInTree: Statement = sql`coalesce(nullif(p.navigation_title, ''), p.title)`

export function isBehind(spaceId: number, pageId: number, table: Statement): Statement {
  return sql`(${placeColumns}) > (select q.position, q.title_order, q.id from ${table} q
    where q.space_id = ${spaceId} and q.id = ${pageId})`
}

/** Normalize a title for comparison: trimmed, Unicode NFC, with case. */
export function titleKey(title: string): string {
  // PostgreSQL refuses these characters even in a search; no stored title has them.
  return keptTitle(title).toWellFormed().replaceAll('\0', '\uFFFD')
}

/** The start of a query, in which `below` is a page with all pages below it that meet a condition. */
export function selectBelow(spaceId: number, pageId: number, condition: Statement): Statement {
  return sql`with recursive below (id) as (
    select cast(${pageId} as bigint)
    union all
    select p.id from below join pages p
      on p.space_id = ${spaceId} and p.parent_id = below.id and ${condition}
  )`
}

const maxOrderLength = 255
const maxDigits = 99

/** Titles sort without case and accents, and with numbers by value. */
export function titleOrder(title: string): string {
  const folded = title
    .trim()
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return folded
    .slice(0, maxOrderLength)
    .replace(/\d+/g, withCount)
    .slice(0, maxOrderLength)
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
}

/** Numbers with more digits are greater, so the count of digits comes first. */
function withCount(run: string): string {
  const digits = run.replace(/^0+(?=\d)/, '')
  return String(Math.min(digits.length, maxDigits)).padStart(2, '0') + digits
}
