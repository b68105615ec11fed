/** Reads navigation from program files, which are never run. @module */
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

interface ProgramNavigation {
  /** The surest first. */
  readonly files: readonly string[]
  value(text: string): ProgramValue | undefined
  /** Read one menu or several. */
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

/** Read the `sidebar` of a program configuration and of the files that it imports. */
export function readLinkPrograms(
  tree: NavigatedTree,
  besides: readonly string[] = [],
): readonly SiteNavigation[] {
  const own = configFilesOf(tree)
  const imported = own.flatMap((file) => importedFiles(file, tree.site.folder, tree.fileSystem))
  const files = own.length === 0 ? [] : [...new Set([...own, ...imported, ...besides])]
  // Without a `sidebar` the site orders pages by folder.
  if (!files.some((file) => /\bsidebar\b/i.test(programText(file, tree.fileSystem)))) return []
  return readPrograms(tree, {
    files,
    value: (text) => readProgramValue(text, ['sidebar', 'sidebar:']),
    sidebars: readLinkSidebars,
  })
}

export function configFilesOf({ site: { configFile } }: NavigatedTree): readonly string[] {
  return configFile === undefined ? [] : [configFile]
}

/** Addresses are relative to one of the possible roots. */
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
    // A sidebar for one folder goes below that folder's page.
    const own = folder === '' ? [] : [{ folder: folderOf(folder), entries: [{ path: folder }] }]
    return [...own, { folder, entries: moved }]
  })
}

function commonFolder(paths: readonly string[]): string | undefined {
  const [first, ...others] = paths.map((path) =>
    markdownEnding.test(path) ? folderOf(path) : path,
  )
  return first === undefined ? undefined : others.reduce(commonStart, first)
}

function commonStart(one: string, other: string): string {
  let end = 0
  for (let at = 0; at <= one.length && at <= other.length; at += 1) {
    const isEnd = (folder: string): boolean => at === folder.length || folder[at] === '/'
    if (isEnd(one) && isEnd(other)) end = at
    if (one[at] !== other[at]) break
  }
  return one.slice(0, end)
}

/** Tell which existing files belong to the site; others are never read. */
export function isOfSite(folder: string, { exists }: FileSystem): (file: string) => boolean {
  return (file) => isInside(file, folder) && exists(file)
}

export const programEndings: readonly string[] = ['.ts', '.js', '.mts', '.mjs', '.cjs']
const maxImports = 20

/** Configurations import parts beside them, for example one for each language. */
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
 * Read one or several sidebars: https://vitepress.dev/reference/default-theme-sidebar,
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

function onlyGenerated(items: unknown): unknown {
  const [only, ...others] = asList(items)
  return others.length === 0 ? asTable(only).autogenerate : undefined
}
