/** Which files are the pages of folders. @module */
import { folderOf, indexNames, nameOf, stemOf } from '../files/tree-paths.ts'
import type { SourceFile } from './page-node.ts'

/**
 * Find the pages of folders: `README`, `index` or `_index` in it, `name.md` beside `name/`, or
 * `name/name.md`. A file that cannot be read is none: a list stands in its place.
 * @returns The files by their folders; `''` is the base, which has no page but a first one.
 */
export function findFolderPages(files: readonly SourceFile[]): ReadonlyMap<string, SourceFile> {
  const readable = files.filter(({ problem }) => problem === undefined)
  const folders = foldersOf(readable.map(({ path }) => path))
  const found = new Map<string, SourceFile>()
  const put = (folder: string, source: SourceFile): void => {
    if (!found.has(folder)) found.set(folder, source)
  }
  for (const name of indexNames) {
    for (const source of readable) {
      if (name.test(nameOf(source.path))) put(folderOf(source.path), source)
    }
  }
  for (const source of readable) if (source.isFolderPage) put(folderOf(source.path), source)
  for (const source of readable) {
    const folder = pathWithoutEnding(source.path)
    if (folders.has(folder)) put(folder, source)
  }
  for (const source of readable) {
    const folder = folderOf(source.path)
    if (folder !== '' && stemOf(source.path) === nameOf(folder)) put(folder, source)
  }
  return found
}

/**
 * List the folders of paths, those around them included.
 * @param paths Files, from the base.
 */
export function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder)
      if (folder === '') break
    }
  }
  return folders
}

function pathWithoutEnding(path: string): string {
  const folder = folderOf(path)
  return folder === '' ? stemOf(path) : `${folder}/${stemOf(path)}`
}
