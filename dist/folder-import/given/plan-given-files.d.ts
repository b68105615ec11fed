import type { AnswerWarning } from '../../importing/contract.ts';
import { type GivenFile } from './given-files.ts';
/** A page that given files make. */
export interface GivenPage {
    /** Its file; a folder without a page of its own ends with `/`. */
    readonly path: string;
    readonly title: string;
    /** Number of the page above it in this list; undefined at the top. */
    readonly parent: number | undefined;
    /** An id that its front matter gives instead. */
    readonly parentId: string | undefined;
    readonly position: number | undefined;
    /** Why it cannot be imported. */
    readonly problem: string | undefined;
}
/** What is sent for a page. */
export interface GivenContent {
    readonly content: string;
    readonly labels: readonly string[];
    /** Paths of the images that it shows, which its Markdown names by them. */
    readonly images: readonly string[];
    /** By lines of the file. */
    readonly warnings: readonly Omit<AnswerWarning, 'code'>[];
    readonly problem: string | undefined;
}
export interface GivenPlan {
    /** Parents before children, siblings in order. */
    readonly pages: readonly GivenPage[];
    /** What was left out, and what is to be said of files that are no pages. */
    readonly notices: readonly {
        readonly path: string;
        readonly message: string;
    }[];
    /**
     * Make what is sent for each page.
     * @param urls Where each is, or will be; undefined for one that is not imported.
     */
    build(urls: readonly (string | undefined)[]): Promise<readonly GivenContent[]>;
}
interface GivenOptions {
    /** What the folder is called. */
    readonly name: string;
    readonly maxBodyBytes: number;
    readonly maxMarkdownBytes: number;
}
/**
 * Plan the pages.
 * @param files The files.
 * @param options The folder's name, and the limits of a request.
 * @throws {DocumentError} When they make too many pages, or none.
 */
export declare function planGivenFiles(files: readonly GivenFile[], { name, ...limits }: GivenOptions): Promise<GivenPlan>;
export {};
