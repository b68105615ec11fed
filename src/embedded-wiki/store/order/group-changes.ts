/** Puts changes that were made together into one group, as those of an import. @module */

export interface DatedChange {
  readonly pageId: number
  readonly spaceId: number
  readonly authorId: number
  readonly atMs: number
}

export interface ChangeGroup {
  readonly spaceId: number
  readonly authorId: number
  /** When the newest was made. */
  readonly atMs: number
  /** When the oldest was made. */
  sinceMs: number
  /** The pages that changed last, newest first. */
  readonly pageIds: number[]
  /** How many changed. */
  pages: number
}

/** Changes of one author in one space that follow each other at longest after this belong together. */
const maxPauseMs = 10 * 60_000
/** Of a group so many pages are kept; the others are counted. */
const maxPagesKept = 20

/**
 * Group changes.
 * @param limit How many groups at most, the newest.
 */
export function groupChanges(changes: Iterable<DatedChange>, limit: number): ChangeGroup[] {
  const groups: ChangeGroup[] = []
  const newest = new Map<string, ChangeGroup>()
  for (const { pageId, spaceId, authorId, atMs } of changes) {
    const key = `${spaceId} ${authorId}`
    const group = newest.get(key)
    if (group !== undefined && reaches(group, atMs)) {
      group.sinceMs = atMs
      group.pages += 1
      if (group.pages <= maxPagesKept) group.pageIds.push(pageId)
    } else if (groups.length < limit) {
      const made = { spaceId, authorId, atMs, sinceMs: atMs, pageIds: [pageId], pages: 1 }
      groups.push(made)
      newest.set(key, made)
    }
  }
  return groups
}

/**
 * Tell whether a change of that time would belong to a group.
 * @param atMs Not after its oldest change.
 */
export function reaches(group: ChangeGroup, atMs: number): boolean {
  return group.sinceMs - atMs <= maxPauseMs
}
