/** `.pages` of the plugin awesome-pages for MkDocs, and `.nav.yml` of its successor awesome-nav. @module */

import { nameOf } from '../files/tree-paths.ts'
import type {
  NavigationContext,
  NavigationEntry,
  NavigationSource,
} from '../navigation/navigation.ts'
import { pathsOf } from '../navigation/tree-context.ts'
import { asList, asTable, asWords, parseYaml } from '../navigation/yaml-value.ts'
import { readNav } from './mkdocs-nav.ts'

/** https://lukasgeiter.github.io/mkdocs-awesome-nav/ */
export const awesomePages: NavigationSource = {
  names: /^\.(?:pages|nav\.yml)$/,
  read(text, context) {
    const table = asTable(parseYaml(text))
    const written = asList(table.nav ?? table.arrange)
    const at = written.findIndex(isRest)
    const before = at === -1 ? written : written.slice(0, at)
    const after = at === -1 ? [] : written.slice(at + 1).filter((item) => !isRest(item))
    const listed = [readNav(before, context), readNav(after, context)]
    const title = asWords(table.title)
    return {
      ...(title === undefined ? {} : { title }),
      entries: [
        ...(listed[0] ?? []),
        ...(at === -1 && table.order === undefined ? [] : restOf(listed.flat(), table, context)),
        ...(listed[1] ?? []),
      ],
    }
  },
}

/** What is not named stands here: `...`, or `... | glob`. */
function isRest(item: unknown): boolean {
  return typeof item === 'string' && /^(?:\.\.\.|\*)/.test(item)
}

function restOf(
  listed: readonly NavigationEntry[],
  { order }: Readonly<Record<string, unknown>>,
  { folder, list }: NavigationContext,
): NavigationEntry[] {
  const known = new Set(pathsOf(listed))
  const rest = list(folder).filter((path) => !known.has(path) && !nameOf(path).startsWith('.'))
  return (order === 'desc' ? rest.toReversed() : rest).map((path) => ({ path }))
}
