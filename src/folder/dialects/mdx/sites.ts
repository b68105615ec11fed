/** Sites with MDX: Next.js with Nextra or Fumadocs, and Mintlify. @module */

import { resolve } from 'node:path'
import { parseJson } from '../../../contract/base/parse-json.ts'
import { isUnderlined, isWithin, joinPaths, nameOf } from '../../files/tree-paths.ts'
import {
  belowHeadings,
  entriesBelow,
  findListedPage,
  type ListedItem,
  type ListFields,
  listedEntries,
  type NavigationContext,
  type NavigationEntry,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { configFilesOf, readPrograms } from '../../navigation/program-navigation.ts'
import { readProgramValue } from '../../navigation/program-values.ts'
import { asList, asTable, asWords } from '../../navigation/yaml-value.ts'
import { folderAbove, pathAliases, programSettings, siteAddresses } from '../../site/settings.ts'
import type { Redirect } from '../../site/site.ts'
import type { Generator } from '../generator.ts'

/** https://fumadocs.dev/docs/page-conventions, https://nextra.site/docs/file-conventions/meta-file */
const metaJson: NavigationSource = {
  names: /^(?:_?meta\.json|_meta(?:\.global)?\.[cm]?[jt]sx?)$/,
  read(text, context) {
    const value = readValue(text)
    const table = asTable(value)
    return Array.isArray(table.pages) ? readFumadocs(table, context) : readNextra(table, context)
  },
}

/** Read only the literals of the program `_meta.js`, which we never run. */
function readValue(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    const program = readProgramValue(text, ['export default', 'module.exports ='])
    if (program === undefined) throw error
    return program.value
  }
}

function readFumadocs(
  { title, pages }: Readonly<Record<string, unknown>>,
  context: NavigationContext,
): ReturnType<NavigationSource['read']> {
  const entries = belowHeadings(
    (pages as readonly unknown[]).flatMap((page): ListedItem[] => {
      if (typeof page !== 'string') return []
      const [, heading] = /^---(?:\[[^\]]*\])?(.*?)-*$/.exec(page) ?? []
      if (heading !== undefined) return [{ depth: 1, title: asWords(heading) }]
      // Skip links and placeholders.
      return /^(?:\.\.\.|z\.\.\.|!|\[)/.test(page) ? [] : find(page, context)
    }),
  )
  return { title: asWords(title), entries }
}

function readNextra(
  table: Readonly<Record<string, unknown>>,
  context: NavigationContext,
): ReturnType<NavigationSource['read']> {
  const entries = readItems(table, context, 0)
  return entries.length === 0 ? undefined : { entries }
}

const maxDepth = 20

/** A file for the whole site has the entries of a folder in `items`. */
function readItems(
  table: Readonly<Record<string, unknown>>,
  context: NavigationContext,
  depth: number,
): NavigationEntry[] {
  const pageItems = Object.entries(table).flatMap(([name, value]): ListedItem[] => {
    const { type, title: titleValue, items } = asTable(value)
    const title = asWords(value) ?? asWords(titleValue)
    if (type === 'separator') return [{ depth: 1, title }]
    return find(name, context).map((entry) => {
      const below = { ...context, folder: entry.path ?? '' }
      const entries = depth < maxDepth ? readItems(asTable(items), below, depth + 1) : []
      return { ...entry, title, entries }
    })
  })
  return belowHeadings(pageItems)
}

function find(name: string, { folder, exists }: NavigationContext): NavigationEntry[] {
  const path = name === '' ? undefined : joinPaths(folder, name)
  if (path === undefined) return []
  const candidates = ['.md', '.mdx', ''].map((ending) => path + ending)
  const page = candidates.find((candidate) => exists(candidate))
  return page === undefined ? [] : [{ path: page }]
}

/** The first existing folder usually has most pages. */
const pageFolders = ['content', 'src/content', 'app', 'src/app', 'pages', 'src/pages']

/** https://nextjs.org/docs/app/guides/mdx, https://nextra.site/docs, https://fumadocs.dev/docs */
export const nextjs: Generator = {
  configNames: ['js', 'mjs', 'ts', 'mts', 'cjs'].map((ending) => `next.config.${ending}`),
  configSign: /^(?![\s\S]*@markdoc\/)/,
  siteFolders: ['.', 'docs', 'website', 'site'],
  navigationFiles: [metaJson],
  isPart: isUnderlined,
  // The app router calls a folder's page `page.mdx`.
  isFolderPage: (path) => /^page\.mdx?$/.test(nameOf(path)),
  read(text, folder, _base, fileSystem) {
    const folders = pageFolders.map((name) => resolve(folder, name)).filter(fileSystem.exists)
    return {
      rootFolders: [...folders, ...['public', 'src', '.'].map((name) => resolve(folder, name))],
      includeFolders: [folder],
      addresses: siteAddresses(programSettings(text)('basePath')),
      aliases: pathAliases(folder, fileSystem),
    }
  },
}

/** Only a program configures MDX, so we recognize such a site by its files. */
export const mdx: Generator = {
  configNames: [],
  textSign: /^#{1,6}\s.*\{\s*\/\*[\s\w.:-]+\*\/\s*\}\s*$|^<\/[A-Z]\w*>\s*$|^\{\/\*.*\*\/\}\s*$/,
  navigationFiles: [metaJson],
  isPart: isUnderlined,
  read: (_text, folder, base) => ({
    rootFolders: [folder, ...publicFolders(folder, base)],
  }),
}

function publicFolders(folder: string, base: string): string[] {
  const appFolders = ['app', 'pages', 'content'].flatMap((name) => folderAbove(base, name) ?? [])
  return [folder, ...appFolders.map((appFolder) => resolve(appFolder, '..'))].map((root) =>
    resolve(root, 'public'),
  )
}

/** https://www.mintlify.com/docs/organize/settings */
export const mintlify: Generator = {
  configNames: ['docs.json', 'mint.json'],
  siteFolders: ['.', 'docs'],
  // Other tools have a `docs.json` too, but without navigation.
  configSign: /"navigation"\s*:/,
  readNavigation: (tree) =>
    readPrograms(tree, configFilesOf(tree), (value, context) => [
      { entries: readMintlifyNav(value, context) },
    ]),
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
