/** The spaces in which a reader may look for pages. @module */
import { findSpace } from '../../importing/spaces.js';
import { listReadableSpaces, readerOf } from '../../web/may-read.js';
import { readersOf } from '../../web/reading-rule.js';
/** More spaces than these are not offered in a menu. */
const maxChoices = 50;
/**
 * Find out where somebody may look.
 * @param c The request.
 * @param dependencies The store, and who may read.
 */
export async function searchedSpaces(c, { database, readers: rule }) {
    const readers = readersOf(c, rule);
    const viewer = c.get('viewer');
    const reader = readerOf(viewer, readers);
    const spaces = await listReadableSpaces(database, viewer, readers, { limit: maxChoices + 1 });
    const isFew = spaces.length <= maxChoices;
    return {
        choices: isFew ? spaces : undefined,
        spaceIds: isFew && reader !== undefined ? spaces.map(({ id }) => id) : undefined,
        readableBy: isFew ? undefined : reader,
        findReadable: (key) => findSpace(database, key, reader === undefined ? {} : { readableBy: reader }),
    };
}
