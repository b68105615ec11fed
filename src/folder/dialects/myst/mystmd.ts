/** mystmd: `myst.yml`, or the older `_toc.yml` of Jupyter Book. @module */
import { joinPaths } from '../../files/tree-paths.ts'
import {
  entriesBelow,
  findListedPage,
  type ListFields,
  listedEntries,
  type NavigationContext,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { asTable, parseYaml } from '../../navigation/yaml-value.ts'
import type { Generator } from '../generator.ts'

/** https://mystmd.org/guide/table-of-contents, https://jupyterbook.org/v1/structure/toc.html */
const toc: NavigationSource = {
  names: /^(?:myst|_toc)\.ya?ml$/,
  read(text, context) {
    const table = asTable(parseYaml(text))
    const { toc } = asTable(table.project)
    const entries =
      toc === undefined ? entriesBelow(table, fields, context) : listedEntries(toc, fields, context)
    return entries.length === 0 ? undefined : { entries }
  },
}

/** https://mystmd.org/guide/frontmatter */
export const mystmd: Generator = {
  configNames: ['myst.yml', '_toc.yml'],
  siteFolders: ['.', 'docs', 'book'],
  navigationFiles: [toc],
}

const fields: ListFields = {
  title: ({ title, caption }) => [title, caption],
  pages: ({ file }) => [file],
  lists: ['chapters', 'entries', 'parts', 'subtrees', 'sections', 'children'],
  find: pageOf,
}

function pageOf(target: string, context: NavigationContext): string | undefined {
  const path = joinPaths(context.folder, target)
  return path !== undefined && context.exists(path) ? path : findListedPage(target, context)
}
