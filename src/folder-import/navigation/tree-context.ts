/** Where navigation stands in a tree: what there is beside it, and the paths of its entries. @module */
import { compareNames, folderOf } from '../files/tree-paths.ts'
import type { NavigationContext, NavigationEntry } from './navigation.ts'

/**
 * Tell the paths of entries from another folder; what lies outside keeps its place for what is below.
 * @param toBase Gives a path from that folder.
 */
export function rebase(
  entries: readonly NavigationEntry[],
  toBase: (path: string) => string,
): NavigationEntry[] {
  return entries.map(({ path, entries: below, ...entry }) => {
    const moved = path === undefined ? undefined : toBase(path)
    return {
      ...entry,
      ...(moved === undefined || isOutside(moved) ? {} : { path: moved }),
      ...(below === undefined ? {} : { entries: rebase(below, toBase) }),
    }
  })
}

/** List the paths of entries, and of those below them. */
export function pathsOf(entries: readonly NavigationEntry[]): string[] {
  return entries.flatMap(({ path, entries: below = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(below),
  ])
}

/** Tell whether a path leads out of the folder that it starts at. */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../')
}

/**
 * Know what stands where.
 * @param paths All files, from one folder.
 * @returns Gives the context of a folder below it.
 */
export function contextOf(paths: readonly string[]): (folder: string) => NavigationContext {
  const below = new Map<string, Set<string>>()
  for (const path of paths) {
    for (let part = path; part !== ''; part = folderOf(part)) {
      const folder = folderOf(part)
      const names = below.get(folder) ?? new Set<string>()
      below.set(folder, names.add(part))
    }
  }
  return (folder) => ({
    folder,
    exists: (path) => below.has(path) || (below.get(folderOf(path))?.has(path) ?? false),
    list: (one) => [...(below.get(one) ?? [])].sort(compareNames),
  })
}
