/** Puts changes that were made together into one group, as those of an import. @module */
/** Changes of one author in one space that follow each other at longest after this belong together. */
const maxPauseMs = 10 * 60_000;
/** Of a group so many pages are kept; the others are counted. */
const maxPagesKept = 20;
/**
 * Group changes.
 * @param changes The changes, newest first.
 * @param limit How many groups at most, the newest.
 */
export function groupChanges(changes, limit) {
    const groups = [];
    const newest = new Map();
    for (const { pageId, spaceId, authorId, atMs } of changes) {
        const key = `${spaceId} ${authorId}`;
        const group = newest.get(key);
        if (group !== undefined && reaches(group, atMs)) {
            group.sinceMs = atMs;
            group.pages += 1;
            if (group.pages <= maxPagesKept)
                group.pageIds.push(pageId);
        }
        else if (groups.length < limit) {
            const made = { spaceId, authorId, atMs, sinceMs: atMs, pageIds: [pageId], pages: 1 };
            groups.push(made);
            newest.set(key, made);
        }
    }
    return groups;
}
/**
 * Tell whether a change of that time would belong to a group.
 * @param group The group.
 * @param atMs Not after its oldest change.
 */
export function reaches(group, atMs) {
    return group.sinceMs - atMs <= maxPauseMs;
}
