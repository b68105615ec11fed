import { parseId } from '../../database/ids.js';
import { sql } from '../../database/sql.js';
import { titleKey } from './title-key.js';
/**
 * List the pages in the trash, the newest pages first; those that went with another one count to it.
 * @param database The store.
 * @param part The space, the page after which to go on, and how many at most.
 */
export async function listTrashedPages(database, part) {
    const after = parseId(part.after ?? '');
    const rest = after === undefined ? sql `1 = 1` : sql `p.id < ${after}`;
    return readTrashed(database, parseId(part.spaceId) ?? 0, rest, part.limit);
}
/**
 * Find one page in the trash.
 * @param database The store.
 * @param page Its space and its id.
 */
export async function findTrashedPage(database, page) {
    const condition = sql `p.id = ${parseId(page.id) ?? 0}`;
    return (await readTrashed(database, parseId(page.spaceId) ?? 0, condition, 1))[0];
}
async function readTrashed(database, spaceId, condition, limit) {
    const rows = await database.read(sql `
    select p.id, p.title, p.parent_id, above.title as parent_title, went.pages
    from pages p
    join pages above on above.space_id = p.space_id and above.id = p.parent_id
    join (select trashed_with, count(*) as pages from pages
      where space_id = ${spaceId} and status = 'trashed' group by trashed_with) went
      on went.trashed_with = p.id
    where p.space_id = ${spaceId} and p.status = 'trashed' and ${condition}
    order by p.id desc limit ${limit}`);
    return rows.map((row) => ({
        id: String(row.id),
        title: row.title,
        parentId: String(row.parent_id),
        parentTitle: row.parent_title,
        pages: Number(row.pages),
    }));
}
/**
 * Find the current page that has the title and the place of a page in the trash.
 * @param database The store.
 * @param page The page in the trash.
 * @returns The id of the other one.
 */
export async function findPageInPlace(database, { spaceId, parentId, title }) {
    const [row] = await database.read(sql `
    select id from pages where space_id = ${parseId(spaceId) ?? 0}
      and parent_id = ${parseId(parentId) ?? 0} and title_key = ${titleKey(title)}
      and status = 'current'`);
    return row && String(row.id);
}
/**
 * Count the current pages below a page.
 * @param database The store.
 * @param page Its space and its id.
 */
export async function countPagesBelow(database, page) {
    const spaceId = parseId(page.spaceId) ?? 0;
    const [row] = await database.read(sql `
    with recursive below (id) as (
      select id from pages
      where space_id = ${spaceId} and parent_id = ${parseId(page.id) ?? 0} and status = 'current'
      union all
      select p.id from below join pages p
        on p.space_id = ${spaceId} and p.parent_id = below.id and p.status = 'current'
    )
    select count(*) as pages from below`);
    return Number(row?.pages ?? 0);
}
