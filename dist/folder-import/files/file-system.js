/** How the files around a tree are reached: on this machine, or wherever they came from. @module */
import { existsSync, realpathSync } from 'node:fs';
import { fileFinder } from './find-file.js';
import { readImage } from './read-image.js';
import { readRegularTextSync } from './read-regular-file.js';
/** The files of this machine. */
export const diskFileSystem = {
    exists: existsSync,
    realPath: realpathSync,
    readText: readRegularTextSync,
    finder: fileFinder,
    readImage,
};
