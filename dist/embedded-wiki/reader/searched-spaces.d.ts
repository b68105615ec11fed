import type { Space } from '../../importing/target-wiki.ts';
import type { ReaderDependencies, WebContext } from './reader-scope.ts';
export interface SearchedSpaces {
    /** Spaces to choose from; undefined where they are too many for a menu. */
    readonly choices: readonly Space[] | undefined;
    /** Those of a reader who was given a few; undefined where that is no bound. */
    readonly spaceIds: readonly string[] | undefined;
    /**
     * The reader of many spaces, which would make a long question: each page that is found is asked
     * instead.
     */
    readonly readableBy: number | undefined;
    /** Find a space by its key, if the reader may read it. */
    findReadable(key: string): Promise<Space | undefined>;
}
/**
 * Find out where somebody may look.
 * @param c The request.
 * @param dependencies The store, and who may read.
 */
export declare function searchedSpaces(c: WebContext, { database, readers: rule }: Pick<ReaderDependencies, 'database' | 'readers'>): Promise<SearchedSpaces>;
