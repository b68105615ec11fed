import type { SearchWord } from '../../database/search/search-words.ts';
import type { Markup } from '../../web/layout.ts';
import type { Suggestions } from '../store/suggest-pages.ts';
export interface SuggestionListModel extends Suggestions {
    readonly asked: string;
    readonly words: readonly SearchWord[];
}
/**
 * Show suggestions, as a listbox that a script puts into a page; `data-said` is for screen readers.
 * @param model What was typed, and what was found.
 */
export declare function suggestionList({ asked, words, titled, worded }: SuggestionListModel): Markup;
