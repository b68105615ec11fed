/** What is in the trash of a space, and what would go there with a page. @module */
import type { Database } from '../../database/database.ts';
/** A page that was put into the trash by itself. */
export interface TrashedPage {
    readonly id: string;
    readonly title: string;
    /** The page that it stood below. */
    readonly parentId: string;
    readonly parentTitle: string;
    /** How many come back with it, itself among them. */
    readonly pages: number;
}
/**
 * List the pages in the trash, the newest pages first; those that went with another one count to it.
 * @param database The store.
 * @param part The space, the page after which to go on, and how many at most.
 */
export declare function listTrashedPages(database: Database, part: {
    spaceId: string;
    after?: string | undefined;
    limit: number;
}): Promise<TrashedPage[]>;
/**
 * Find one page in the trash.
 * @param database The store.
 * @param page Its space and its id.
 */
export declare function findTrashedPage(database: Database, page: {
    spaceId: string;
    id: string;
}): Promise<TrashedPage | undefined>;
/**
 * Find the current page that has the title and the place of a page in the trash.
 * @param database The store.
 * @param page The page in the trash.
 * @returns The id of the other one.
 */
export declare function findPageInPlace(database: Database, { spaceId, parentId, title }: Pick<TrashedPage, 'parentId' | 'title'> & {
    spaceId: string;
}): Promise<string | undefined>;
/**
 * Count the current pages below a page.
 * @param database The store.
 * @param page Its space and its id.
 */
export declare function countPagesBelow(database: Database, page: {
    spaceId: string;
    id: string;
}): Promise<number>;
