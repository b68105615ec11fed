/** Determines what paths select, and where the tree of pages starts. @module */
import { existsSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { commonFolder, isInside } from './tree-paths.ts'

export interface Selection {
  readonly base: string
  readonly folders: readonly string[]
  readonly files: readonly string[]
  /** All files that the user named, even inside of a folder that is named too. */
  readonly named: readonly string[]
  /** Whether single files were selected, which keep their places in a larger tree. */
  readonly isPart: boolean
}

/**
 * Find the base of the tree: a single folder, or the deepest folder that holds all paths. Single
 * files belong to a folder above that has a configuration, so that they keep their places.
 * @param importedBase The folder that single files were imported from before.
 * @throws {Error} When a path does not exist.
 */
export function selectPaths(paths: readonly string[], importedBase?: string): Selection {
  const stats = new Map<string, Stats>(paths.map((path) => [realPlace(path), statSync(path)]))
  const isFolder = (path: string): boolean => stats.get(path)?.isDirectory() ?? false
  const distinct = [...stats.keys()]
  const outermost = distinct.filter(
    (path) => !distinct.some((folder) => isFolder(folder) && isInside(path, folder)),
  )
  const folders = outermost.filter(isFolder)
  const files = outermost.filter((path) => !isFolder(path))
  const named = distinct.filter((path) => !isFolder(path))
  const [singleFolder] = outermost.length === 1 ? folders : []
  const common = singleFolder ?? outermost.map((path) => dirname(path)).reduce(commonFolder)
  const root = folders.length > 0 ? undefined : (importedBase ?? findRoot(common))
  return { base: root ?? common, folders, files, named, isPart: root !== undefined }
}

/** Resolve the symlinks of the folders above; a file that is a symlink keeps its name. */
function realPlace(path: string): string {
  if (statSync(path).isDirectory()) return realpathSync.native(path)
  return join(realpathSync.native(dirname(path)), basename(path))
}

function findRoot(common: string): string | undefined {
  for (let folder = common; ; folder = dirname(folder)) {
    const has = (name: string): boolean => existsSync(join(folder, name))
    if (has('markport.json')) return folder
    if (has('.git') || dirname(folder) === folder) return undefined
  }
}

/** Find the Git repository around a folder, or else the folder itself, without symlinks. */
export function findRepository(base: string): string {
  for (let folder = base; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return realpathSync.native(folder)
    if (dirname(folder) === folder) return realpathSync.native(base)
  }
}
