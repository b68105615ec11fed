/** Something that is there. */
export interface FoundFile {
    readonly file: string;
    readonly isFolder: boolean;
}
/**
 * Finds the first that is there: by its name, or else by one that differs in case only.
 * @param candidates Absolute paths, the likeliest first.
 */
export type FindFile = (candidates: readonly string[]) => Promise<FoundFile | undefined>;
/**
 * Make the finder.
 * @param repository Names are compared without case below this folder only.
 */
export declare function fileFinder(repository: string): FindFile;
