/** Reads the navigation in programs of a site, which are not run. @module */
import { dirname, join, resolve } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { folderOf, isInside, markdownEnding, pathFrom } from '../files/tree-paths.ts'
import {
  contextOf,
  entryOf,
  type FolderNavigation,
  findListedPage,
  isOutside,
  type NavigatedTree,
  type NavigationContext,
  type NavigationEntry,
  pathsOf,
  rebase,
  type SiteNavigation,
} from './navigation.ts'
import { type ProgramValue, readProgramValue } from './program-values.ts'
import { asList, asTable, asWords } from './yaml-value.ts'

/** The files of a program, and how they are read. */
interface ProgramNavigation {
  /** Absolute paths of the files, the surest first. */
  readonly files: readonly string[]
  value(text: string): ProgramValue | undefined
  /** A menu, or several. */
  sidebars(value: unknown, context: NavigationContext): readonly (readonly NavigationEntry[])[]
}

export function readPrograms(
  tree: NavigatedTree,
  found: ProgramNavigation,
): readonly SiteNavigation[] {
  const read = found.files.flatMap((file): SiteNavigation[] => {
    const value = found.value(programText(file, tree.fileSystem))
    if (value === undefined) return []
    const sidebars = (root: string): FolderNavigation[] => sidebarsAt(root, tree, found, value)
    const folders = tree.site.rootFolders.map(sidebars).find((one) => one.length > 0) ?? []
    return [{ file, folders, isWhole: value.isWhole }]
  })
  if (read.length > 0) return read
  return found.files.slice(0, 1).map((file) => ({ file, folders: [], isWhole: false }))
}

/** Read the `sidebar` of a configuration that is a program, and of the programs that it imports. */
export function readLinkPrograms(
  tree: NavigatedTree,
  besides: readonly string[] = [],
): readonly SiteNavigation[] {
  const own = configFilesOf(tree)
  const imported = own.flatMap((file) => importedFiles(file, tree.site.folder, tree.fileSystem))
  const files = own.length === 0 ? [] : [...new Set([...own, ...imported, ...besides])]
  // Without one, sites put pages in order by their folders.
  if (!files.some((file) => /\bsidebar\b/i.test(programText(file, tree.fileSystem)))) return []
  return readPrograms(tree, {
    files,
    value: (text) => readProgramValue(text, ['sidebar', 'sidebar:']),
    sidebars: readLinkSidebars,
  })
}

/** List the configuration of a tree, if there is one. */
export function configFilesOf({ site: { configFile } }: NavigatedTree): readonly string[] {
  return configFile === undefined ? [] : [configFile]
}

/** Addresses count from one of the folders that may be the site's root. */
function sidebarsAt(
  root: string,
  { base, paths }: NavigatedTree,
  { sidebars }: ProgramNavigation,
  { value }: ProgramValue,
): FolderNavigation[] {
  const fromRoot = paths.map((path) => pathFrom(root, join(base, path)))
  const context = contextOf(fromRoot.filter((path) => !isOutside(path)))('')
  return sidebars(value, context).flatMap((entries) => {
    const moved = rebase(entries, (path) => pathFrom(base, resolve(root, path)))
    const folder = commonFolder(pathsOf(moved))
    if (folder === undefined) return []
    // A sidebar of one folder's pages stands below that folder's page.
    const own = folder === '' ? [] : [{ folder: folderOf(folder), entries: [{ path: folder }] }]
    return [...own, { folder, entries: moved }]
  })
}

/** The deepest that all are in; `undefined` for none. */
function commonFolder(paths: readonly string[]): string | undefined {
  const [first, ...others] = paths.map((path) =>
    markdownEnding.test(path) ? folderOf(path) : path,
  )
  return first === undefined ? undefined : others.reduce(commonStart, first)
}

/** The folders that two folders have in common. */
function commonStart(one: string, other: string): string {
  let end = 0
  for (let at = 0; at <= one.length && at <= other.length; at += 1) {
    const isEnd = (folder: string): boolean => at === folder.length || folder[at] === '/'
    if (isEnd(one) && isEnd(other)) end = at
    if (one[at] !== other[at]) break
  }
  return one.slice(0, end)
}

/**
 * Tell which files there are that are parts of the site: no other is read.
 * @param folder Absolute path of the site's folder.
 */
export function isOfSite(folder: string, { exists }: FileSystem): (file: string) => boolean {
  return (file) => isInside(file, folder) && exists(file)
}

/** What programs end in. */
export const programEndings: readonly string[] = ['.ts', '.js', '.mts', '.mjs', '.cjs']
const maxImports = 20

/** Configurations keep their parts beside them, such as one for each language. */
function importedFiles(configFile: string, folder: string, fileSystem: FileSystem): string[] {
  const isPart = isOfSite(folder, fileSystem)
  const found = programText(configFile, fileSystem).matchAll(
    /\bfrom\s*["'](\.{1,2}\/[^"'\n]{1,200})["']/g,
  )
  return Array.from(found, ([, address = '']) => resolve(dirname(configFile), address))
    .slice(0, maxImports)
    .flatMap((file) => {
      const names = ['', ...programEndings, ...programEndings.map((ending) => `/index${ending}`)]
      return (
        names
          .map((ending) => file + ending)
          .find((one) => /\.[cm]?[jt]s$/.test(one) && isPart(one)) ?? []
      )
    })
}

const maxBytes = 1024 * 1024

export function programText(file: string, { readSettings }: FileSystem): string {
  return readSettings(file, maxBytes)
}

/**
 * Read a sidebar, or several by the addresses that they stand at:
 * https://vitepress.dev/reference/default-theme-sidebar,
 * https://starlight.astro.build/guides/sidebar/
 */
function readLinkSidebars(value: unknown, context: NavigationContext): NavigationEntry[][] {
  if (Array.isArray(value)) return [readItems(value, context, '')]
  return Object.values(asTable(value)).map((sidebar) => {
    const { items, base } = asTable(sidebar)
    return readItems(items ?? sidebar, context, asWords(base) ?? '')
  })
}

function readItems(value: unknown, context: NavigationContext, base: string): NavigationEntry[] {
  return asList(value).flatMap((item) => readItem(item, context, base))
}

function readItem(item: unknown, context: NavigationContext, base: string): NavigationEntry[] {
  const { text, label, link, slug, items, autogenerate, base: own, ...rest } = asTable(item)
  const title =
    asWords(text)
      ?.replace(/<[^<>]*>/g, '')
      .trim() || asWords(label)
  const below = items ?? rest.children
  const directory = asWords(asTable(autogenerate ?? onlyGenerated(below)).directory)
  const address = asWords(item) ?? asWords(slug) ?? asWords(link) ?? directory
  const isElsewhere = address === undefined || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const path = isElsewhere ? undefined : findListedPage(base + address, context)
  const entries = readItems(below, context, asWords(own) ?? base)
  return entryOf({ path, title, entries })
}

/** What a group holds when that is nothing but the pages of a folder. */
function onlyGenerated(items: unknown): unknown {
  const [only, ...others] = asList(items)
  return others.length === 0 ? asTable(only).autogenerate : undefined
}
