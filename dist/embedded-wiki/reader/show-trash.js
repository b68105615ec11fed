/** Shows the trash of a space, and why a page could not be restored from it. @module */
import { html } from 'hono/html';
import { pagePath } from '../../importing/target-wiki.js';
import { csrfField } from '../../web/csrf.js';
import { cutPart, entriesPerPage, readListPart } from '../../web/list-part.js';
import { findPageInPlace, listTrashedPages } from '../store/trashed-pages.js';
import { trashList } from './trash-pages.js';
/**
 * Show the part of the list that the address asks for.
 * @param dependencies The store, and the frame.
 * @param c The request, of somebody who may write in the space.
 * @param space The space.
 * @param refused What could not be done.
 */
export async function showTrash(dependencies, c, space, refused) {
    const { database, show } = dependencies;
    const { after } = readListPart(c.req.query());
    const asked = { matching: undefined, after };
    const limit = entriesPerPage + 1;
    const found = await listTrashedPages(database, { spaceId: space.id, after, limit });
    const { shown: pages, part } = cutPart(found, asked, ({ id }) => id);
    const problem = refused && (await wordRefusal(dependencies, space, refused));
    const main = trashList({ space, pages, part, problem, csrfField: csrfField(c) });
    return show(c, problem === undefined ? 200 : 400, `Trash of ${space.name}`, main);
}
/** What the refusal says, and a link to the page that is in the way. */
async function wordRefusal({ database }, { id: spaceId, key }, { page, message }) {
    if (page === undefined)
        return html `${message}`;
    const other = await findPageInPlace(database, { spaceId, ...page });
    const way = other && html ` <a href="${pagePath(key, other)}">Open that page</a>`;
    return html `“${page.title}” is not restored. ${message}${way ?? ''}`;
}
