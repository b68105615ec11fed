/** Finds files of the tree by their names, as links without folders mean them. @module */
import { folderOf, nameOf } from './tree-paths.ts'

export interface FileIndex {
  /**
   * Find the file that a name means: as a path from the base, or the end of one; without its ending
   * for Markdown; whatever its case where only one fits.
   * @param name As it is written.
   * @param folder Where it is written: of several files, the nearest is meant.
   * @returns Its path from the base.
   */
  find(name: string, folder: string): string | undefined
}

const markdownEnding = /\.(?:md|mdx|markdown)$/i

/**
 * Index the files of a tree.
 * @param paths From its base, with `/` between their parts.
 */
export function fileIndex(paths: readonly string[]): FileIndex {
  let byName: ReadonlyMap<string, readonly string[]> | undefined
  return {
    find(name, folder) {
      // Few dialects ask.
      byName ??= groupByName(paths)
      const wanted = fold(name.replace(/^(?:\.?\/)+/, ''))
      const found = (byName.get(keyOf(wanted)) ?? []).filter((path) => endsWith(path, wanted))
      return found.sort((a, b) => distance(a, folder) - distance(b, folder))[0]
    },
  }
}

function groupByName(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    for (const key of new Set([keyOf(path), keyOf(path.replace(markdownEnding, ''))])) {
      const group = byName.get(key)
      if (group === undefined) byName.set(key, [path])
      else group.push(path)
    }
  }
  return byName
}

function keyOf(path: string): string {
  return fold(nameOf(path))
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function endsWith(path: string, wanted: string): boolean {
  const folded = fold(path)
  return [folded, folded.replace(markdownEnding, '')].some(
    (one) => one === wanted || one.endsWith(`/${wanted}`),
  )
}

/** How many folders lie between: first those up from one, then those down to the other. */
function distance(path: string, folder: string): number {
  const [from, to] = [folder, folderOf(path)].map((one) => (one === '' ? [] : one.split('/')))
  let common = 0
  while (common < from!.length && from![common] === to![common]) common += 1
  return from!.length - common + (to!.length - common)
}
