/** Mintlify: `docs.json`, or the older `mint.json`. @module */
import { resolve } from 'node:path'
import { parseJson } from '../../../contract/base/parse-json.ts'
import { isWithin } from '../../files/tree-paths.ts'
import {
  entryOf,
  findListedPage,
  type NavigationContext,
  type NavigationEntry,
} from '../../navigation/navigation.ts'
import { configFilesOf, programText, readPrograms } from '../../navigation/program-navigation.ts'
import { asList, asTable, asWords } from '../../navigation/yaml-value.ts'
import type { Redirect } from '../../site/site.ts'
import type { Generator } from '../generator.ts'

/** https://www.mintlify.com/docs/organize/settings */
export const mintlify: Generator = {
  configNames: ['docs.json', 'mint.json'],
  siteFolders: ['.', 'docs'],
  // Other tools use the name `docs.json` too.
  configSign: /"navigation"\s*:/,
  readNavigation: (tree) =>
    readPrograms(tree, {
      files: configFilesOf(tree),
      value: (file) => ({ value: parseJson(programText(file, tree.fileSystem)), isWhole: true }),
      sidebars: (value, context) => [{ id: '', entries: readMintlifyNav(value, context) }],
    }),
  read: (text, folder) => ({
    rootFolders: [folder],
    includeFolders: [folder],
    redirects: redirectsIn(text),
    isLeftOut: (file) =>
      ['snippets', '_snippets'].some((name) => isWithin(file, resolve(folder, name))),
  }),
}

/** https://www.mintlify.com/docs/create/redirects */
function redirectsIn(text: string): readonly Redirect[] {
  const { redirects } = asTable(text === '' ? {} : parseJson(text))
  return asList(redirects).flatMap((redirect) => {
    const { source, destination } = asTable(redirect)
    const [from, to] = [asWords(source), asWords(destination)]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}

/** Navigation lists, each with the field that names its items. */
const lists: readonly (readonly [list: string, name: string])[] = [
  ['languages', 'language'],
  ['versions', 'version'],
  ['products', 'product'],
  ['dropdowns', 'dropdown'],
  ['anchors', 'anchor'],
  ['tabs', 'tab'],
  ['menu', 'item'],
  ['groups', 'group'],
]

const maxDepth = 20

/** https://www.mintlify.com/docs/organize/navigation */
function readMintlifyNav(value: unknown, context: NavigationContext): NavigationEntry[] {
  const { navigation } = asTable(value)
  return readLists(Array.isArray(navigation) ? { pages: navigation } : navigation, context, 0)
}

function readLists(value: unknown, context: NavigationContext, depth: number): NavigationEntry[] {
  if (depth > maxDepth) return []
  const table = asTable(value)
  const entries = lists.flatMap(([list, name]) =>
    asList(table[list]).flatMap((item) => readPart(item, name, context, depth)),
  )
  const pages = asList(table.pages).flatMap((item): NavigationEntry[] => {
    const address = asWords(item)
    if (address === undefined) return readPart(item, 'group', context, depth)
    const path = findListedPage(address, context)
    return entryOf({ path })
  })
  return [...entries, ...pages]
}

function readPart(
  item: unknown,
  name: string,
  context: NavigationContext,
  depth: number,
): NavigationEntry[] {
  const table = asTable(item)
  const title = asWords(table[name])
  const root = asWords(table.root)
  const path = root === undefined ? undefined : findListedPage(root, context)
  const entries = readLists(item, context, depth + 1)
  return entryOf({ path, title, entries })
}
