import type { Database } from '../../database/database.ts';
import { type SearchWord } from '../../database/search/search-words.ts';
import type { SearchHit } from './search-pages.ts';
export interface SuggestionRequest {
    /** What was typed. */
    readonly asked: string;
    /** Its words, all of which a page must have; of the last one, the start. */
    readonly words: readonly SearchWord[];
    /** Where to look; everywhere without it. */
    readonly spaceIds: readonly string[] | undefined;
    /** Only in spaces that this user may read; in place of a list that would be long. */
    readonly readableBy: number | undefined;
    /** The pages of this space come first; one that may be read. */
    readonly preferredSpaceId: string | undefined;
    readonly limit: number;
}
export interface Suggestions {
    /** Pages with all words in the title, the best first. */
    readonly titled: readonly SearchHit[];
    /** Others that have them in the text. */
    readonly worded: readonly SearchHit[];
}
/**
 * Find pages.
 * @param database The store.
 * @param request What was typed, and where to look.
 */
export declare function suggestPages(database: Database, request: SuggestionRequest): Promise<Suggestions>;
