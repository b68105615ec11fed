/** The pages that are suggested below the search field, with what was typed marked in them. @module */
import { html } from 'hono/html';
import { pagePath } from '../../importing/target-wiki.js';
import { searchPath } from './addresses.js';
import { excerpt, markHits } from './excerpt.js';
import { markedParts } from './search-hits.js';
/**
 * Show suggestions, as a listbox that a script puts into a page; `data-said` is for screen readers.
 * @param model What was typed, and what was found.
 */
export function suggestionList({ asked, words, titled, worded }) {
    const count = titled.length + worded.length;
    const typed = words.map((word, index) => index === words.length - 1 ? { ...word, isUnfinished: true } : word);
    const option = (path, content) => html `<a role="option" aria-selected="false" tabindex="-1" href="${path}">${content}</a>`;
    const page = (hit, about) => option(pagePath(hit.spaceKey, hit.pageId), html `<span class="title">${markedParts(markHits(hit.title, typed))}</span>
<span class="key">${hit.spaceName}</span>${about}`);
    return html `<div role="listbox" id="suggestions" aria-label="Pages" data-said="${said(count)}">
${titled.map((hit) => page(hit, ''))}
${worded.map((hit) => page(hit, html `<span class="excerpt">${markedParts(excerpt(hit.text, words))}</span>`))}
${count === 0 ? html `<p>${said(0)}</p>` : ''}
${option(searchPath({ words: asked }), html `All results for “${asked}”`)}
</div>`;
}
function said(count) {
    if (count === 0)
        return 'No page has these words.';
    return count === 1 ? '1 page' : `${count} pages`;
}
