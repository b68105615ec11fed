/** The costly half of importing the files of a folder: they are planned, then made into pages. @module */
import { RequestError, toRefusal } from '../../errors.js';
import { DocumentError } from '../../folder-import/documents/document-error.js';
import { checkGivenFiles } from '../../folder-import/given/given-files.js';
import { planGivenFiles, } from '../../folder-import/given/plan-given-files.js';
import { parseFields } from './import-form-fields.js';
/**
 * Plan the files of a folder, and make what is sent for each page once it is known where those will be.
 * @param message The form's body, and the `FolderFormOptions`.
 * @returns The `PlannedFolder` as JSON, or why there is none.
 */
export async function planFolderForm({ value, parts: [body] }) {
    const { contentType, maxBodyBytes, limits, urls } = value;
    const form = await parseFields(body, contentType);
    const text = (name) => {
        const sent = form.get(name);
        return typeof sent === 'string' ? sent : '';
    };
    try {
        const files = checkGivenFiles(parseList(text('files')));
        const { maxMarkdownBytes } = limits;
        const options = { name: folderName(text('name')), maxBodyBytes, maxMarkdownBytes };
        const { pages, notices, build } = await planGivenFiles(files, options);
        const contents = urls === undefined ? [] : await build(urls.map((url) => url ?? undefined));
        const planned = {
            ...{ spaceId: text('spaceId'), parentId: text('parentId'), pages, notices, contents },
        };
        return { value: null, parts: [Buffer.from(JSON.stringify(planned))] };
    }
    catch (error) {
        if (!(error instanceof DocumentError))
            throw error;
        return { value: toRefusal(new RequestError('bad-request', error.message)), parts: [] };
    }
}
/**
 * Read what `planFolderForm` returned.
 * @param message Its message.
 */
export function readPlannedFolder({ value, parts: [json] }) {
    if (value !== null)
        return value;
    return JSON.parse(Buffer.from(json).toString());
}
function parseList(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** Stands in for the title of a page that has none; anything that is no plain name is not needed. */
function folderName(name) {
    return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,80}$/u.test(name) ? name : 'files';
}
