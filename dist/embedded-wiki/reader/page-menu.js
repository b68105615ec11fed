/** The menu of a page: what its reader may see and do beside reading. @module */
import { html } from 'hono/html';
import { pageMenuScript, scriptTag } from '../../web/assets.js';
import { adfPath, historyPath, markdownPath, movePath, trashListPath, trashPath, } from './addresses.js';
/**
 * Show the menu. It opens without a script; what needs one is hidden until it is there.
 * @param model The page, and what its reader may do.
 */
export function pageMenu(model) {
    const { place, hasMarkdown, isWritable } = model;
    const item = ([address, text]) => html `<li><a href="${address}">${text}</a></li>`;
    const sources = [
        [historyPath(place), 'History'],
        ...(hasMarkdown ? [[markdownPath(place), 'Markdown']] : []),
        [adfPath(place), 'ADF'],
    ];
    return html `<div class="page-menu"><details><summary>Page menu</summary>
<div><ul><li><button class="plain" type="button" data-copy-address hidden>Copy link</button></li>
<li><button class="plain" type="button" data-full-width aria-pressed="false" hidden>Full width</button></li>
${sources.map(item)}</ul>
${isWritable ? html `<ul>${writerItems(model).map(item)}</ul>` : ''}</div></details></div>
${scriptTag(pageMenuScript)}`;
}
function writerItems({ place, title, parentId }) {
    const { spaceKey, id } = place;
    const importPath = (fields) => `/import?${new URLSearchParams({ space: spaceKey, ...fields })}`;
    const below = [importPath({ parent: id }), 'Import a page below'];
    const trash = [trashListPath(spaceKey), 'Trash of the space'];
    if (parentId === undefined)
        return [below, trash];
    const version = { parent: parentId, title, overwrite: 'true' };
    return [
        [importPath(version), 'Import a new version'],
        below,
        [movePath(place), 'Move'],
        [trashPath(place), 'Put into the trash'],
        trash,
    ];
}
