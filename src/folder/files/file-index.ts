/** Finds files of the tree by their names, as links without folders mean them. @module */
import { folderOf, foldName, markdownEnding } from './tree-paths.ts'

export type FileIndex = ReturnType<typeof fileIndex>

/** @param paths From the tree's base, with `/` between their parts. */
export function fileIndex(paths: readonly string[]) {
  let byName: ReadonlyMap<string, readonly string[]> | undefined
  let pathSet: ReadonlySet<string> | undefined
  const finders = new Map<string, FindNearest>()
  return {
    has(path: string): boolean {
      pathSet ??= new Set(paths)
      return pathSet.has(path)
    },
    /**
     * Find the file that a name means: a path from the base or its end, without the ending for
     * Markdown, and in any case where only one fits.
     * @param folder Folder of the link; the nearest file wins.
     * @returns The path from the base.
     */
    find(name: string, folder: string): string | undefined {
      byName ??= groupByName(paths)
      const foldedName = foldName(name.replace(/^(?:\.?\/)+/, ''))
      const candidates = byName.get(foldedName)
      if (candidates === undefined) return undefined
      const findNearest = finders.get(foldedName) ?? nearestFinder(candidates)
      finders.set(foldedName, findNearest)
      return findNearest(folder)
    },
  }
}

/** Index by every trailing part of each path. */
function groupByName(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    const folded = foldName(path)
    for (const name of new Set([folded, folded.replace(markdownEnding, '')].flatMap(endsOf))) {
      const group = byName.get(name)
      if (group === undefined) byName.set(name, [path])
      else group.push(path)
    }
  }
  return byName
}

function endsOf(path: string): string[] {
  const ends = [path]
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    ends.push(path.slice(at + 1))
  }
  return ends
}

type FindNearest = (folder: string) => string | undefined

/** Distances are precomputed: in a large vault, all notes may share one name and link to each other. */
function nearestFinder(paths: readonly string[]): FindNearest {
  const highest = new Map<
    string,
    { readonly path: string; readonly depth: number; readonly index: number }
  >()
  for (const [index, path] of paths.entries()) {
    const folders = withThoseAbove(folderOf(path))
    const depth = folders.length
    for (const folder of folders) {
      if (depth < (highest.get(folder)?.depth ?? Number.POSITIVE_INFINITY)) {
        highest.set(folder, { path, depth, index })
      }
    }
  }
  return (folder) => {
    // Distance: folders up from here to the common one, then down.
    const ways = withThoseAbove(folder).flatMap((above, up, all) => {
      const file = highest.get(above)
      const down = (file?.depth ?? 0) - (all.length - up)
      return file === undefined ? [] : [{ ...file, length: up + down }]
    })
    return ways.sort((a, b) => a.length - b.length || a.index - b.index)[0]?.path
  }
}

function withThoseAbove(folder: string): string[] {
  const folders = [folder]
  for (let above = folder; above !== ''; ) {
    above = folderOf(above)
    folders.push(above)
  }
  return folders
}
