/** Makes the tree of pages of the files that were found, wherever they are. @module */
import { basename } from 'node:path';
import { documentReader } from '../documents/document-reader.js';
import { fileIndex } from '../files/file-index.js';
import { isWithin } from '../files/is-within.js';
import { isSitePart } from '../files/site-parts.js';
import { folderOf } from '../files/tree-paths.js';
import { readNavigation } from '../navigation/read-navigation.js';
import { wordNotice } from '../notices.js';
import { findSite } from '../site/find-site.js';
import { pageTree } from './page-tree.js';
import { inputSource, readSource } from './read-source.js';
/**
 * Plan the pages.
 * @param found The files.
 */
export async function planTree(found) {
    const { base, around, fileSystem, files, others, input, parentId, wanted } = found;
    const notices = [];
    const onNotice = (path, code, detail) => {
        notices.push({ path, notice: wordNotice(code, detail) });
    };
    const paths = [...files.map(({ path }) => path), ...others];
    const site = findSite({ base, repository: around, fileSystem, paths, dialects: found.dialects });
    // A site's files belong together, in a repository or not.
    const repository = isWithin(around, site.folder) ? site.folder : around;
    const index = fileIndex(paths);
    const documents = documentReader({ base, repository, site, fileSystem, files: index, paths });
    const navigation = readNavigation({ base, site, fileSystem, paths });
    notices.push(...navigation.notices);
    const pages = files.filter(({ path }) => {
        const isPart = isSitePart(path, site.dialects);
        if (isPart && !navigation.contents.has(path))
            onNotice(path, 'part-left-out', '');
        return !isPart && !navigation.contents.has(path);
    });
    const read = await readSources(pages, { documents, onNotice, maxBodyBytes: found.maxBodyBytes });
    const sources = input === undefined ? read : [inputSource(input, documents), ...read];
    const tree = pageTree(sources, {
        name: basename(base),
        ...(parentId === undefined ? {} : { parentId }),
        navigation: navigation.folders,
        onNotice,
        ...(wanted === undefined ? {} : { wanted }),
        isOrdered: found.isOrdered,
    });
    for (const { path, lists, description } of tree.nodes) {
        const rest = description === undefined ? 'nothing' : 'its description';
        if (lists?.length === 0)
            onNotice(path, 'page-empty', rest);
    }
    const declared = new Map(sources.map(({ path, addresses = [] }) => [path, addresses]));
    return {
        ...{ base, repository, fileSystem, tree, site, files: index, declared, documents, notices },
        sourceUrl: undefined,
    };
}
/** What folders leave out is known once all files have been read. */
async function readSources(files, options) {
    const found = [];
    const without = new Map();
    const onLeavingOut = (folder, reason) => void without.set(folder, reason);
    for (const file of files) {
        found.push(...(await readSource(file, options.documents, { ...options, onLeavingOut })));
    }
    return found.filter(({ path }) => {
        const reason = without.size === 0 ? undefined : reasonFor(path, without);
        if (reason !== undefined)
            options.onNotice(path, 'draft-left-out', reason);
        return reason === undefined;
    });
}
/** What says of a folder above that its files are no pages. */
function reasonFor(path, without) {
    let folder = folderOf(path);
    while (folder !== '' && !without.has(folder))
        folder = folderOf(folder);
    return without.get(folder);
}
