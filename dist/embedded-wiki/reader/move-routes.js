/** Requests of writers that move a page. @module */
import { Hono } from 'hono';
import { RequestError } from '../../errors.js';
import { contractLimits } from '../../importing/contract.js';
import { pagePath } from '../../importing/target-wiki.js';
import { csrfField } from '../../web/csrf.js';
import { fieldText, formRefusal } from '../../web/manage/form-fields.js';
import { actorOf, viewerOf } from '../../web/manage/manage-scope.js';
import { requireViewer } from '../../web/reading-rule.js';
import { maxParents } from '../../web/writer/parent-list.js';
import { movePage } from '../store/move-page.js';
import { listParentPages } from '../store/parent-pages.js';
import { moveForm } from './move-form.js';
import { atWritablePage } from './reader-scope.js';
const path = '/wiki/spaces/:key/move/:id';
const maxFieldLength = 200;
/**
 * Make the routes.
 * @param dependencies The store, who may read, and the frame.
 * @param protectForms Makes the stage that forms pass.
 */
export function moveRoutes(dependencies, protectForms) {
    const app = new Hono();
    app.use(path, requireViewer, protectForms());
    app.get(path, atWritablePage(dependencies, (c, page) => showForm(dependencies, c, page, {
        parentId: page.parentId ?? '',
        search: (c.req.query('search') ?? '').slice(0, maxFieldLength),
        position: String(page.position ?? ''),
    })));
    app.post(path, atWritablePage(dependencies, async (c, page) => {
        const field = (name) => fieldText(c.get('form'), name).slice(0, maxFieldLength);
        const filled = {
            parentId: field('parentId'),
            search: field('search'),
            position: field('position'),
        };
        try {
            const place = { parentId: filled.parentId, position: readPosition(filled.position) };
            const wanted = { spaceId: page.spaceId, pageId: page.id, ...place };
            await movePage(dependencies, wanted, actorOf(c));
        }
        catch (error) {
            return showForm(dependencies, c, page, { ...filled, problem: formRefusal(error) });
        }
        return c.redirect(`${pagePath(page.spaceKey, page.id)}?done=moved`, 303);
    }));
    return app;
}
async function showForm({ database, show }, c, page, filled) {
    const found = await listParentPages(database, {
        spaceId: page.spaceId,
        search: filled.search,
        chosenId: filled.parentId,
        userId: viewerOf(c).userId,
        limit: maxParents,
    });
    const parents = found.filter(({ id }) => id !== page.id);
    const given = { place: page, title: page.title, csrfField: csrfField(c), problem: undefined };
    const main = moveForm({ ...given, ...filled, parents });
    return show(c, filled.problem === undefined ? 200 : 400, `Move ${page.title}`, main);
}
function readPosition(typed) {
    const text = typed.trim();
    if (text === '')
        return undefined;
    if (/^\d{1,16}$/.test(text) && Number(text) <= contractLimits.maxPosition)
        return Number(text);
    throw new RequestError('bad-request', 'The position is a whole number from 0 on, or empty.', {
        field: 'position',
    });
}
