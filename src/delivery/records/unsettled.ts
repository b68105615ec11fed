/**
 * Requests whose answer was lost may reach Confluence long after they were sent. Versions of pages and
 * properties have numbers, by which it refuses what is late; labels, places among siblings and the way
 * into the trash have none. So a page is unsettled for a while: each import looks at all of it, also
 * where it brings the same, and takes it out of the trash.
 * @module
 */
import { type Statement, sql } from '../../database/sql.ts'

/** No network and no proxy is known to keep a request for longer. */
const settleMs = 24 * 60 * 60 * 1000
const start = 'unsettled until '

/** What is kept of every unsettled page, as SQL's `like` has it. */
export const unsettledLike: string = `${start}%`

/**
 * Make the statement that keeps of a page that it is unsettled, in place of the digest: nothing that is
 * brought has it.
 */
export function unsettle(page: { spaceId: number; pageId: string }, now: number): Statement {
  return sql`update remote_pages set digest = ${`${start}${now + settleMs}`}
    where space_id = ${page.spaceId} and page_id = ${page.pageId}`
}

/**
 * Choose what is kept of a page that was just written.
 * @param kept What was kept of the page before; undefined where it was not known.
 */
export function digestToKeep(digest: string, kept: string | undefined, now: number): string {
  if (kept === undefined || !isUnsettled(kept)) return digest
  // What is looked at after the time is up is as it stays.
  return Number(kept.slice(start.length)) > now ? kept : digest
}

/** Tell whether something may still arrive, or may have arrived since the last look. */
export function isUnsettled(kept: string): boolean {
  return kept.startsWith(start)
}
