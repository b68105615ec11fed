/**
 * Requests with a lost answer may reach Confluence late. It refuses late versions and properties by
 * number, but not late labels, moves and trashing. So the page is unsettled for a while: each
 * import checks all of it and restores it from the trash.
 * @module
 */
import { type Statement, sql } from '../../../store/sql.ts'

/** No known network or proxy keeps a request longer. */
const settleMs = 24 * 60 * 60 * 1000
const start = 'unsettled until '

/** SQL `like` pattern for unsettled pages. */
export const unsettledLike: string = `${start}%`

/** Mark a page as unsettled in place of its digest, so that no import counts as unchanged. */
export function unsettle(page: { spaceId: number; pageId: string }, now: number): Statement {
  return sql`update remote_pages set digest = ${`${start}${now + settleMs}`}
    where space_id = ${page.spaceId} and page_id = ${page.pageId}`
}

/**
 * @param previous The former value; undefined without a record.
 */
export function digestToKeep(digest: string, previous: string | undefined, now: number): string {
  if (previous === undefined || !isUnsettled(previous)) return digest
  // After the time is up, this check was the last one.
  return Number(previous.slice(start.length)) > now ? previous : digest
}

/** Tell whether a late request is possible since the last check. */
export function isUnsettled(previous: string): boolean {
  return previous.startsWith(start)
}
