import type { FileSystem } from '../files/file-system.ts';
import type { GivenFile } from './given-files.ts';
/**
 * Make the file system.
 * @param base Absolute path of the folder that the files are in.
 * @param files The files.
 * @param onImage Told the path of each image that a page shows.
 */
export declare function givenFileSystem(base: string, files: readonly GivenFile[], onImage: (path: string) => void): FileSystem;
