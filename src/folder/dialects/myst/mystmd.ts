/** mystmd: `myst.yml`, or the older `_toc.yml` of Jupyter Book. @module */
import { joinPaths } from '../../files/tree-paths.ts'
import {
  entryOf,
  findListedPage,
  type NavigationContext,
  type NavigationEntry,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { asList, asTable, asWords, parseYaml } from '../../navigation/yaml-value.ts'
import type { Generator } from '../generator.ts'

/** https://mystmd.org/guide/table-of-contents, https://jupyterbook.org/v1/structure/toc.html */
const toc: NavigationSource = {
  names: /^(?:myst|_toc)\.ya?ml$/,
  read(text, context) {
    const table = asTable(parseYaml(text))
    const { toc } = asTable(table.project)
    const entries = toc === undefined ? readGroups(table, context, 0) : readItems(toc, context, 0)
    return entries.length === 0 ? undefined : { entries }
  },
}

/** https://mystmd.org/guide/frontmatter */
export const mystmd: Generator = {
  configNames: ['myst.yml', '_toc.yml'],
  siteFolders: ['.', 'docs', 'book'],
  navigationFiles: [toc],
  read: (_, folder) => ({ rootFolders: [folder] }),
}

const maxDepth = 20

const groups = ['chapters', 'entries', 'parts', 'subtrees', 'sections', 'children']

function readGroups(
  table: Readonly<Record<string, unknown>>,
  context: NavigationContext,
  depth: number,
): NavigationEntry[] {
  return groups.flatMap((name) => readItems(table[name], context, depth))
}

function readItems(value: unknown, context: NavigationContext, depth: number): NavigationEntry[] {
  if (depth > maxDepth) return []
  return asList(value).flatMap((item): NavigationEntry[] => {
    const table = asTable(item)
    const title = asWords(table.title) ?? asWords(table.caption)
    const target = asWords(table.file) ?? asWords(item)
    const path = target === undefined ? undefined : pageOf(target, context)
    const entries = readGroups(table, context, depth + 1)
    return entryOf({ path, title, entries })
  })
}

function pageOf(target: string, context: NavigationContext): string | undefined {
  const path = joinPaths(context.folder, target)
  return path !== undefined && context.exists(path) ? path : findListedPage(target, context)
}
