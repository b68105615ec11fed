/** The route of suggestions: pages for whoever is still typing. @module */
import { parseSearch } from '../store/search-pages.js';
import { suggestPages } from '../store/suggest-pages.js';
import { searchedSpaces } from './searched-spaces.js';
import { suggestionList } from './suggestion-list.js';
const maxSuggestions = 8;
/** More than fits the field. */
const maxAskedLength = 200;
/**
 * Answer with a list to put below the field, from the spaces that the reader may read.
 * @param c The request; its `space` is the one whose pages come first.
 * @param dependencies The store, and who may read.
 */
export async function answerSuggest(c, dependencies) {
    const asked = (c.req.query('q') ?? '')
        .slice(0, maxAskedLength)
        .toWellFormed()
        .replaceAll('\0', '');
    const key = c.req.query('space') ?? '';
    const { spaceIds, readableBy, findReadable } = await searchedSpaces(c, dependencies);
    const preferred = key === '' ? undefined : await findReadable(key);
    const words = parseSearch(asked);
    const suggestions = await suggestPages(dependencies.database, {
        ...{ asked, words, spaceIds, readableBy },
        preferredSpaceId: preferred?.id,
        limit: maxSuggestions,
    });
    return c.html(await suggestionList({ asked, words, ...suggestions }));
}
