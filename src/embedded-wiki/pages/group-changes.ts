/** Groups changes that were made together, such as those of an import. @module */

export interface DatedChange {
  readonly pageId: number
  readonly spaceId: number
  readonly authorId: number
  readonly atMs: number
}

export interface ChangeGroup {
  readonly spaceId: number
  readonly authorId: number
  readonly atMs: number
  sinceMs: number
  readonly pageIds: number[]
  pages: number
}

/** A longer pause between two changes of an author in a space starts a new group. */
const maxPauseMs = 10 * 60_000
/** Further pages of a group are only counted. */
const maxPagesKept = 20

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

/** @param atMs Not later than the group's oldest change. */
export function reaches(group: ChangeGroup, atMs: number): boolean {
  return group.sinceMs - atMs <= maxPauseMs
}
