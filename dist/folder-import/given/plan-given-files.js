/** Plans an import of given files, and makes what is sent for each page. @module */
import { resolve } from 'node:path';
import { MarkdownLimitError } from '../../convert/markdown-limit-error.js';
import { markdownToAdf } from '../../convert/markdown-to-adf.js';
import { pageBuilder } from '../content/page-builder.js';
import { DocumentError } from '../documents/document-error.js';
import { markdownEnding } from '../files/tree-paths.js';
import { planTree } from '../plan/plan-tree.js';
import { serviceWarnings } from '../service-warnings.js';
import { givenFileSystem } from './given-file-system.js';
import { givenLimits, tooMany } from './given-files.js';
/**
 * Plan the pages.
 * @param files The files.
 * @param options The folder's name, and the limits of a request.
 * @throws {DocumentError} When they make too many pages, or none.
 */
export async function planGivenFiles(files, { name, ...limits }) {
    const base = resolve('/', name);
    const shown = [];
    const fileSystem = givenFileSystem(base, files, (path) => shown.push(path));
    const isMarkdown = ({ path, text }) => text !== undefined && markdownEnding.test(path);
    const plan = await planTree({
        ...{ base, around: base, fileSystem },
        files: files
            .filter(isMarkdown)
            .map(({ path, text = '' }) => ({ path, file: resolve(base, path), text })),
        others: files.filter((file) => !isMarkdown(file)).map(({ path }) => path),
        maxBodyBytes: limits.maxBodyBytes,
        isOrdered: true,
    });
    const { nodes } = plan.tree;
    const { maxPages } = givenLimits;
    if (nodes.length > maxPages)
        throw tooMany(nodes.length, 'pages', maxPages);
    if (nodes.length === 0) {
        throw new DocumentError('There is no Markdown in these files: its names end in .md or .markdown.');
    }
    const numbers = new Map(nodes.map((node, number) => [node, number]));
    const paths = new Set(nodes.map(({ path }) => path));
    return {
        pages: nodes.map(({ path, title, parent, parentId, position, problem }) => ({
            ...{ path, title, parentId, position, problem },
            parent: parent && numbers.get(parent),
        })),
        notices: [
            ...files.filter(isNoText).map(({ path }) => ({ path, message: noText })),
            ...plan.notices
                .filter(({ path }) => !paths.has(path))
                .map(({ path, notice: { message } }) => ({ path, message })),
        ],
        async build(urls) {
            const urlOf = (node) => urls[numbers.get(node) ?? -1] ?? 'none';
            const builder = pageBuilder(plan, urlOf, { ...limits, keepTitleHeading: false });
            const built = [];
            for (const node of nodes) {
                shown.length = 0;
                const notices = plan.notices.filter(({ path }) => path === node.path);
                const content = await buildContent(node, builder, notices);
                built.push({ ...content, images: [...new Set(shown)] });
            }
            return built;
        },
    };
}
/** With all that is to be said of it, as a check of the folder would. */
async function buildContent(node, builder, notices) {
    const failed = (problem) => ({ content: '', labels: [], warnings: [], problem });
    if (node.problem !== undefined)
        return failed(node.problem);
    try {
        const built = await builder.build(node);
        const converted = markdownToAdf(built.content, { title: node.title }).warnings;
        const said = [
            ...notices.map(({ notice }) => notice),
            ...built.notices,
            ...serviceWarnings(converted, built),
        ];
        return {
            content: built.content,
            labels: built.labels ?? [],
            warnings: said.map(({ severity, message, line }) => ({ severity, message, line })),
            problem: undefined,
        };
    }
    catch (error) {
        const isWorded = error instanceof DocumentError || error instanceof MarkdownLimitError;
        if (!isWorded)
            throw error;
        return failed(error.message);
    }
}
const noText = 'This file is no text in UTF-8, and was left out.';
function isNoText({ path, text }) {
    return text === undefined && markdownEnding.test(path);
}
