/**
 * Requests whose answer was lost may reach Confluence long after they were sent. Versions of pages and
 * properties have numbers, by which it refuses what is late; labels and places among siblings have none.
 * So a page is unsettled for a while: each import looks at all of it, also where it brings the same.
 * @module
 */

/** No network and no proxy is known to keep a request for longer. */
const settleMs = 24 * 60 * 60 * 1000
const start = 'unsettled until '

/** What is kept of every unsettled page, as SQL's `like` has it. */
export const unsettledLike: string = `${start}%`

/**
 * Word what is kept of an unsettled page in place of the digest: nothing that is brought has it.
 * @param now When something was lost.
 */
export function unsettledSince(now: number): string {
  return `${start}${now + settleMs}`
}

/**
 * Choose what is kept of a page that was just written.
 * @param digest Of what was brought.
 * @param kept What was kept of the page before; undefined where it was not known.
 * @param now The time.
 */
export function digestToKeep(digest: string, kept: string | undefined, now: number): string {
  if (kept === undefined || !isUnsettled(kept)) return digest
  // What is looked at after the time is up is as it stays.
  return Number(kept.slice(start.length)) > now ? kept : digest
}

/**
 * Tell whether something may still arrive, or may have arrived since the last look.
 * @param kept What is kept of the page.
 */
export function isUnsettled(kept: string): boolean {
  return kept.startsWith(start)
}
