/** Tells whether one absolute path lies in another, and what holds two. @module */
import { dirname, sep } from 'node:path'

/**
 * Tell whether a path lies in a folder, or is it.
 * @param path Absolute, without symlinks.
 */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || isInside(path, folder)
}

/**
 * Tell whether a path lies in a folder.
 * @param path Absolute.
 * @param folder Absolute.
 */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Find the deepest folder that holds both; their paths are absolute. */
export function commonFolder(a: string, b: string): string {
  let common = a
  while (!isWithin(b, common)) common = dirname(common)
  return common
}
