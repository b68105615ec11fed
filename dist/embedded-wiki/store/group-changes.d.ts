/** Puts changes that were made together into one group, as those of an import. @module */
export interface DatedChange {
    readonly pageId: number;
    readonly spaceId: number;
    readonly authorId: number;
    readonly atMs: number;
}
export interface ChangeGroup {
    readonly spaceId: number;
    readonly authorId: number;
    /** When the newest was made. */
    readonly atMs: number;
    /** When the oldest was made. */
    sinceMs: number;
    /** The pages that changed last, newest first. */
    readonly pageIds: number[];
    /** How many changed. */
    pages: number;
}
/**
 * Group changes.
 * @param changes The changes, newest first.
 * @param limit How many groups at most, the newest.
 */
export declare function groupChanges(changes: Iterable<DatedChange>, limit: number): ChangeGroup[];
/**
 * Tell whether a change of that time would belong to a group.
 * @param group The group.
 * @param atMs Not after its oldest change.
 */
export declare function reaches(group: ChangeGroup, atMs: number): boolean;
