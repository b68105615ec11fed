/** DocFX: `docfx.json`. @module */
import { folderOf, joinPaths } from '../../files/tree-paths.ts'
import {
  entryOf,
  type NavigationContext,
  type NavigationEntry,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { asList, asTable, asWords, parseYaml } from '../../navigation/yaml-value.ts'
import type { Generator } from '../generator.ts'

/** https://dotnet.github.io/docfx/docs/table-of-contents.html */
const toc: NavigationSource = {
  names: /^toc\.ya?ml$/i,
  read(text, context) {
    const value = parseYaml(text)
    const entries = readItems(value, context, 0)
    const isContents = Array.isArray(value) || asTable(value).items !== undefined
    return isContents ? { entries } : undefined
  },
}

const maxDepth = 20

function readItems(value: unknown, context: NavigationContext, depth: number): NavigationEntry[] {
  if (depth > maxDepth) return []
  const items = Array.isArray(value) ? value : asList(asTable(value).items)
  return items.flatMap((item) => {
    const { name, href, topicHref, homepage, items: below } = asTable(item)
    const title = asWords(name)
    const [topic, home, file] = [topicHref, homepage, href].map(asWords)
    // A linked table of contents lists the pages of its own folder.
    const isFolder = file !== undefined && /toc\.ya?ml$/i.test(file)
    const path = (isFolder ? [file, topic, home] : [topic, home, file])
      .map((address) => readAddress(address, context))
      .find((path) => path !== undefined)
    const entries = readItems(below, context, depth + 1)
    return entryOf({ path, title, entries })
  })
}

function readAddress(
  address: string | undefined,
  { folder }: NavigationContext,
): string | undefined {
  if (address === undefined || /^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined
  const path = joinPaths(folder, address.replace(/^~?\//, '').replace(/[?#].*$/, ''))
  return path !== undefined && /(?:^|\/)toc\.ya?ml$/i.test(path) ? folderOf(path) : path
}

/** https://dotnet.github.io/docfx/reference/docfx-json-reference.html */
export const docfx: Generator = {
  configNames: ['docfx.json'],
  siteFolders: ['.', 'docs'],
  pathSign: /(?:^|\/)toc\.yml$/i,
  textSign: /\[!INCLUDE ?\[|\[!div\b/i,
  navigationFiles: [toc],
  // Microsoft Learn excludes these folders from its build.
  isPart: (path) => /(?:^|\/)includes\//.test(path),
  read: (_, folder) => ({ rootFolders: [folder] }),
}
