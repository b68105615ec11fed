/** Plans the import of a folder from the web pages: pages get their addresses, then their links. @module */
import { toRequestError } from '../../errors.js';
import { reservePages } from '../../importing/reserve-pages.js';
import { orThrow } from './check-import.js';
import { formProblem } from './form-problem.js';
/**
 * Plan a folder. Pages that are not there get an id and an address, as by a reservation.
 * @param dependencies Workers, and wikis that reserve pages.
 * @param sent The form's body, and who sent it.
 * @throws {RequestError} `bad-request` when the files make no pages, `not-found` when nothing can be
 * imported there.
 */
export async function planFolderImport({ workers, wikis, publicUrl, limits: { maxBodyBytes } }, { body, contentType, userId }) {
    const form = { contentType, maxBodyBytes };
    const { spaceId, parentId, pages } = orThrow(await workers.planFolder(body, form));
    const reserve = (wanted) => reservePages(wikis, { spaceId, refs: [], pages: wanted }, userId);
    const places = await findPlaces(pages, parentId, reserve);
    const urls = places.map((place) => (typeof place === 'string' ? null : publicUrl() + place.path));
    const { contents, notices } = orThrow(await workers.planFolder(body, { ...form, urls }));
    const depths = [];
    return {
        notices,
        pages: pages.map((page, index) => {
            const place = places[index];
            const above = page.parent === undefined ? undefined : places[page.parent];
            depths.push(page.parent === undefined ? 0 : (depths[page.parent] ?? 0) + 1);
            const { problem, ...content } = contents[index];
            const found = typeof place === 'string' ? { id: '', exists: false } : place;
            return {
                ...page,
                ...content,
                depth: depths[index],
                pageId: found.id,
                exists: found.exists,
                parentId: page.parentId ?? (typeof above === 'object' ? above.id : parentId),
                problem: problem ?? (typeof place === 'string' ? place : undefined),
            };
        }),
    };
}
/** What front matter says of another parent may be wrong: that must not keep the others back. */
async function findPlaces(pages, parentId, reserve) {
    const places = pages.map(({ problem }) => problem ?? '');
    const groups = Map.groupBy(pages.keys(), (index) => topOf(pages, index).parentId);
    for (const [topId, indexes] of groups) {
        const sent = indexes.filter((index) => pages[index]?.problem === undefined);
        const numbers = new Map(sent.map((index, number) => [index, number]));
        const wanted = sent.map((index) => {
            const { title, parent, parentId: own } = pages[index];
            const above = parent === undefined ? undefined : numbers.get(parent);
            return { title, parent: above === undefined ? { id: own ?? parentId } : { index: above } };
        });
        try {
            const reserved = wanted.length === 0 ? [] : await reserve(wanted);
            for (const [number, index] of sent.entries())
                places[index] = reserved[number];
        }
        catch (error) {
            if (topId === undefined || toRequestError(error).status >= 500)
                throw error;
            for (const index of sent)
                places[index] = formProblem(error).text;
        }
    }
    return places;
}
function topOf(pages, index) {
    let top = pages[index];
    while (top.parent !== undefined)
        top = pages[top.parent];
    return top;
}
