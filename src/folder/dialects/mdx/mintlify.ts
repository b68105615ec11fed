/** Mintlify: `docs.json`, or the older `mint.json`. @module */
import { resolve } from 'node:path'
import { parseJson } from '../../../contract/base/parse-json.ts'
import { isWithin } from '../../files/tree-paths.ts'
import {
  entriesBelow,
  findListedPage,
  type ListFields,
  listedEntries,
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
const lists = {
  languages: 'language',
  versions: 'version',
  products: 'product',
  dropdowns: 'dropdown',
  anchors: 'anchor',
  tabs: 'tab',
  menu: 'item',
  groups: 'group',
}

/** https://www.mintlify.com/docs/organize/navigation */
const fields: ListFields = {
  title: (item) => Object.values(lists).map((name) => item[name]),
  pages: ({ root }) => [root],
  lists: [...Object.keys(lists), 'pages'],
  find: findListedPage,
}

function readMintlifyNav(value: unknown, context: NavigationContext): NavigationEntry[] {
  const { navigation } = asTable(value)
  return Array.isArray(navigation)
    ? listedEntries(navigation, fields, context)
    : entriesBelow(navigation, fields, context)
}
