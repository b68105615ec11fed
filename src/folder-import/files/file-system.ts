/** How the files around a tree are reached: on this machine, or wherever they came from. @module */
import { existsSync, realpathSync } from 'node:fs'
import { type FindFile, fileFinder } from './find-file.ts'
import { type ImageReading, readImage } from './read-image.ts'
import { readRegularTextSync } from './read-regular-file.ts'

/** Files by their absolute paths. */
export interface FileSystem {
  /** Tell whether there is a file or a folder. */
  exists(path: string): boolean
  /**
   * Tell where a path really leads.
   * @throws {Error} When there is nothing.
   */
  realPath(path: string): string
  /**
   * Read a text, or no more than `maxBytes` of its start.
   * @throws {Error} When it cannot be read.
   */
  readText(path: string, maxBytes?: number): string
  /** Make a finder; names are compared without case below that folder only. */
  finder(folder: string): FindFile
  /** Read an image, if the file that it really is may be read. */
  readImage(
    path: string,
    isAllowed: (realPath: string) => boolean,
    maxBytes: number,
  ): Promise<ImageReading>
}

/** The files of this machine. */
export const diskFileSystem: FileSystem = {
  exists: existsSync,
  realPath: realpathSync,
  readText: readRegularTextSync,
  finder: fileFinder,
  readImage,
}
