/** Files that came from somewhere else than a disk, such as a browser: named by whoever sent them. @module */
import { DocumentError } from '../documents/document-error.ts';
/** A file that was given. */
export interface GivenFile {
    /** From the folder that they are all in, with `/` between its parts. */
    readonly path: string;
    /** What it says; undefined for what is no text, such as an image. */
    readonly text: string | undefined;
    readonly bytes: number;
}
/** The most that are taken at once; `markport import` knows no such bounds. */
export declare const givenLimits: {
    readonly maxFiles: 1000;
    readonly maxPages: 200;
    readonly maxPathLength: 400;
    readonly maxDepth: 20;
};
/**
 * Check what somebody sent for a list of files.
 * @param sent Anything.
 * @throws {DocumentError} When it is none, too long, or has names that no folder could hold.
 */
export declare function checkGivenFiles(sent: unknown): readonly GivenFile[];
/**
 * Refuse more pages than are taken at once.
 * @param count How many.
 * @param what They are.
 * @param max How many may be.
 */
export declare function tooMany(count: number, what: string, max: number): DocumentError;
