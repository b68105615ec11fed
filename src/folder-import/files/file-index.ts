/** Finds files of the tree by their names, as links without folders mean them. @module */
import { folderOf, foldName } from './tree-paths.ts'

export interface FileIndex {
  /**
   * Find the file that a name means: as a path from the base, or the end of one; without its ending
   * for Markdown; whatever its case where only one fits.
   * @param folder Where it is written: of several files, the nearest is meant.
   * @returns Its path from the base.
   */
  find(name: string, folder: string): string | undefined
  /** Tell whether a path from the base is that of a file. */
  has(path: string): boolean
}

const markdownEnding = /\.(?:md|mdx|markdown)$/i

/**
 * Index the files of a tree.
 * @param paths From its base, with `/` between their parts.
 */
export function fileIndex(paths: readonly string[]): FileIndex {
  let byName: ReadonlyMap<string, readonly string[]> | undefined
  let known: ReadonlySet<string> | undefined
  const finders = new Map<string, FindNearest>()
  return {
    has(path) {
      known ??= new Set(paths)
      return known.has(path)
    },
    find(name, folder) {
      // Few dialects ask.
      byName ??= groupByName(paths)
      const wanted = foldName(name.replace(/^(?:\.?\/)+/, ''))
      const found = byName.get(wanted)
      if (found === undefined) return undefined
      const findNearest = finders.get(wanted) ?? nearestFinder(found)
      finders.set(wanted, findNearest)
      return findNearest(folder)
    },
  }
}

/** By each end that a path has. */
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

/** Finds the file that the fewest folders lie between; of several, the first. */
type FindNearest = (folder: string) => string | undefined

/** Every note of a large vault may be called alike, and ask for the others. */
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
    // The way leads up to one of the folders above, and down from there.
    const ways = withThoseAbove(folder).flatMap((above, up, all) => {
      const file = highest.get(above)
      const down = (file?.depth ?? 0) - (all.length - up)
      return file === undefined ? [] : [{ ...file, length: up + down }]
    })
    return ways.sort((a, b) => a.length - b.length || a.index - b.index)[0]?.path
  }
}

/** The deepest first; `''` is the base. */
function withThoseAbove(folder: string): string[] {
  const folders = [folder]
  for (let above = folder; above !== ''; ) {
    above = folderOf(above)
    folders.push(above)
  }
  return folders
}
