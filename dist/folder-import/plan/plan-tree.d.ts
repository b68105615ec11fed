import type { DialectName } from '../../dialects/dialects.ts';
import { type DocumentReader } from '../documents/document-reader.ts';
import { type FileIndex } from '../files/file-index.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { MarkdownFile } from '../files/find-markdown-files.ts';
import type { StandardInput } from '../folder-options.ts';
import { type Notice } from '../notices.ts';
import type { Site } from '../site/site.ts';
import { type PageTree } from './page-tree.ts';
export interface PlannedTree {
    readonly base: string;
    /** Images may be read from here and below. */
    readonly repository: string;
    readonly fileSystem: FileSystem;
    readonly tree: PageTree;
    readonly site: Site;
    /** All files that were found. */
    readonly files: FileIndex;
    /** What files say that the addresses of their pages are, by path. */
    readonly declared: ReadonlyMap<string, readonly string[]>;
    /** Where the files of the repository can be seen; stands before their paths. */
    readonly sourceUrl: string | undefined;
    /** Reads the documents of the tree. */
    readonly documents: DocumentReader;
    readonly notices: readonly {
        readonly path: string;
        readonly notice: Notice;
    }[];
}
/** What was found, and how it is to be read. */
export interface FoundTree {
    /** Absolute path of the folder that the tree starts at. */
    readonly base: string;
    /** Absolute path of the repository around it, or the base itself. */
    readonly around: string;
    readonly fileSystem: FileSystem;
    readonly files: readonly MarkdownFile[];
    /** Files that are no Markdown. */
    readonly others: readonly string[];
    /** One page whose text comes from elsewhere. */
    readonly input?: StandardInput | undefined;
    readonly dialects?: readonly DialectName[] | undefined;
    /** Id of the page above all others. */
    readonly parentId?: string | undefined;
    readonly maxBodyBytes: number;
    /** The files that are imported, where that is not all. */
    readonly wanted?: ReadonlySet<string> | undefined;
    /** Whether pages get positions. */
    readonly isOrdered: boolean;
}
/**
 * Plan the pages.
 * @param found The files.
 */
export declare function planTree(found: FoundTree): Promise<PlannedTree>;
