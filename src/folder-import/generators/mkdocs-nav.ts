/** The `nav` of MkDocs and Zensical: https://www.mkdocs.org/user-guide/configuration/#nav @module */
import { joinPaths } from '../files/tree-paths.ts'
import type { NavigationContext, NavigationEntry } from '../navigation/navigation.ts'
import { asList, asTable, asWords } from '../navigation/yaml-value.ts'

const maxDepth = 20

/**
 * Read a list of pages, sections and pages with a title.
 * @param depth How many lists it stands in.
 */
export function readNav(value: unknown, context: NavigationContext, depth = 0): NavigationEntry[] {
  return asList(value).flatMap((item) => {
    const path = asWords(item)
    if (path !== undefined) return readPage(path, undefined, context)
    return Object.entries(asTable(item)).flatMap(([title, below]) => {
      const page = asWords(below)
      if (page !== undefined) return readPage(page, title, context)
      const entries = depth < maxDepth ? readNav(below, context, depth + 1) : []
      return entries.length === 0 ? [] : [{ title, entries }]
    })
  })
}

/** Addresses of other sites are no pages here. */
function readPage(
  written: string,
  title: string | undefined,
  { folder }: NavigationContext,
): NavigationEntry[] {
  const path = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? undefined : joinPaths(folder, written)
  return path === undefined ? [] : [{ path, ...(title === undefined ? {} : { title }) }]
}
