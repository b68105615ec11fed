/** What paths select, and where the tree of pages starts. @module */
import { existsSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { commonFolder, isInside } from './tree-paths.ts'

/** What is to be imported, and where its tree starts. */
export interface Selection {
  /** Absolute path of the folder that the tree starts at. */
  readonly base: string
  /** Absolute paths, none inside another. */
  readonly folders: readonly string[]
  readonly files: readonly string[]
  /** Files alone belong to a tree that is all in the base, and keep the places that they have there. */
  readonly isPart: boolean
}

/**
 * Tell where the tree of some paths starts: a folder alone stands for what it holds; of several
 * paths, it is the deepest folder that holds them all. Files alone belong to the folder above that
 * was imported before, or has a configuration, so that each keeps its place in that tree.
 * @throws {Error} When one does not exist.
 */
export function selectPaths(paths: readonly string[]): Selection {
  const stats = new Map<string, Stats>(paths.map((path) => [realPlace(path), statSync(path)]))
  const isFolder = (path: string): boolean => stats.get(path)?.isDirectory() ?? false
  const distinct = [...stats.keys()]
  const outermost = distinct.filter(
    (path) => !distinct.some((other) => isFolder(other) && isInside(path, other)),
  )
  const folders = outermost.filter(isFolder)
  const files = outermost.filter((path) => !isFolder(path))
  const [only] = folders
  if (only !== undefined && outermost.length === 1) {
    return { base: only, folders, files, isPart: false }
  }
  const common = outermost.map((path) => dirname(path)).reduce(commonFolder)
  if (folders.length > 0) return { base: common, folders, files, isPart: false }
  const root = findRoot(common)
  return { base: root ?? common, folders, files, isPart: root !== undefined }
}

/** Without the symlinks on the way; a file that is one itself keeps its name. */
function realPlace(path: string): string {
  if (statSync(path).isDirectory()) return realpathSync.native(path)
  return join(realpathSync.native(dirname(path)), basename(path))
}

/** Not beyond the repository. */
function findRoot(common: string): string | undefined {
  for (let folder = common; ; folder = dirname(folder)) {
    const has = (name: string): boolean => existsSync(join(folder, name))
    if (has('.markport') || has('markport.json')) return folder
    if (has('.git') || dirname(folder) === folder) return undefined
  }
}

/**
 * Find the Git repository around a folder, or else the folder itself.
 * @returns Its absolute path, without symbolic links.
 */
export function findRepository(base: string): string {
  for (let folder = base; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return realpathSync.native(folder)
    if (dirname(folder) === folder) return realpathSync.native(base)
  }
}
