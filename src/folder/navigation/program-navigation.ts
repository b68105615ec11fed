/** Reads navigation from program files, which are never run. @module */
import { dirname, join, resolve } from 'node:path'
import { isRecord, parseJson } from '../../contract/base/parse-json.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import {
  folderAround,
  folderOf,
  isInside,
  markdownEnding,
  nameOf,
  pathFrom,
  readableName,
} from '../files/tree-paths.ts'
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
import { asList, asTable, asWords, yamlOrNothing } from './yaml-value.ts'

export interface Sidebar {
  /** A site with several sidebars becomes one section for each, with this title. */
  readonly name?: string | undefined
  readonly entries: readonly NavigationEntry[]
}

type ReadSidebars = (value: unknown, context: NavigationContext) => readonly Sidebar[]

/**
 * @param files Files that may have the navigation, the surest first.
 * @param starts Texts before the navigation in a program; by default it is the whole file.
 */
export function readPrograms(
  tree: NavigatedTree,
  files: readonly string[],
  readSidebars: ReadSidebars,
  starts: readonly string[] = wholeFile,
): readonly SiteNavigation[] {
  const navigation = files.flatMap((file): SiteNavigation[] => {
    const value = readProgramFile(file, starts, tree)
    if (value === undefined) return []
    const [best = []] = tree.site.rootFolders
      .map((root) => sidebarsAt(root, tree, (context) => readSidebars(value.value, context)))
      .sort((a, b) => countPages(b) - countPages(a))
    return [{ file, folders: best, isWhole: value.isWhole }]
  })
  if (navigation.length > 0) return navigation
  return files.slice(0, 1).map((file) => ({ file, folders: [], isWhole: false }))
}

function countPages(folders: readonly FolderNavigation[]): number {
  return folders.reduce((sum, { entries }) => sum + pathsOf(entries).length, 0)
}

/** Read the `sidebar` of a program configuration and of the files that it imports. */
export function readLinkPrograms(
  tree: NavigatedTree,
  extraFiles: readonly string[] = [],
): readonly SiteNavigation[] {
  const configFiles = configFilesOf(tree)
  const imports = configFiles.flatMap((file) =>
    importedFiles(file, tree.site.folder, tree.fileSystem),
  )
  const files =
    configFiles.length === 0 ? [] : [...new Set([...configFiles, ...imports, ...extraFiles])]
  // Without a `sidebar` the site orders pages by folder.
  if (!files.some((file) => /\bsidebar\b/i.test(programText(file, tree.fileSystem)))) return []
  return readPrograms(tree, files, readLinkSidebars, sidebarStarts)
}

export function configFilesOf({ site: { configFile } }: NavigatedTree): readonly string[] {
  return configFile === undefined ? [] : [configFile]
}

function sidebarsAt(
  root: string,
  { base, paths }: NavigatedTree,
  sidebarsIn: (context: NavigationContext) => readonly Sidebar[],
): FolderNavigation[] {
  const fromRoot = paths.map((path) => pathFrom(root, join(base, path)))
  const context = contextOf(fromRoot.filter((path) => !isOutside(path)))('')
  const sidebarsByEntries = new Map<string, Sidebar>()
  for (const { name, entries: fromFolder } of sidebarsIn(context)) {
    const entries = rebase(fromFolder, (path) => pathFrom(base, resolve(root, path)))
    const key = JSON.stringify(entries)
    // A site may use the same sidebar in several parts; its pages are listed once.
    if (sidebarsByEntries.has(key) || pathsOf(entries).length === 0) continue
    sidebarsByEntries.set(key, { name, entries })
  }
  const namedSidebars = [...sidebarsByEntries.values()]
  const folder = commonFolder(namedSidebars.flatMap(({ entries }) => pathsOf(entries)))
  if (folder === undefined) return []
  const [firstSidebar, ...otherSidebars] = namedSidebars
  const entries =
    otherSidebars.length === 0 ? (firstSidebar?.entries ?? []) : sectionsOf(namedSidebars, folder)
  // Sidebars for one folder go below that folder's page.
  const aboveFolder =
    folder === '' ? [] : [{ folder: folderOf(folder), entries: [{ path: folder }] }]
  return [...aboveFolder, { folder, entries }]
}

/** Several sidebars become sections: a folder that only one of them covers, or a list by name. */
function sectionsOf(sidebars: readonly Sidebar[], folder: string): NavigationEntry[] {
  const folders = sidebars.map(({ entries }) => commonFolder(pathsOf(entries)))
  return sidebars.flatMap(({ name, entries }, index) => {
    const ownFolder = folders[index]
    const isAlone =
      ownFolder !== folder && folders.indexOf(ownFolder) === folders.lastIndexOf(ownFolder)
    const path = isAlone ? ownFolder : undefined
    const [firstEntry, ...otherEntries] = entries
    const isNamed = otherEntries.length === 0 && firstEntry?.title !== undefined
    if (isNamed && firstEntry.entries !== undefined)
      return entryOf({ ...firstEntry, path: firstEntry.path ?? path })
    if (path !== undefined) return entryOf({ path, entries })
    return name === undefined ? entries : [{ title: name, entries }]
  })
}

function commonFolder(paths: readonly string[]): string | undefined {
  const folders = paths.map((path) => (markdownEnding.test(path) ? folderOf(path) : path))
  return folders.length === 0 ? undefined : folderAround(folders)
}

export function isOfSite(folder: string, { exists }: FileSystem): (file: string) => boolean {
  return (file) => isInside(file, folder) && exists(file)
}

export const programEndings: readonly string[] = ['.ts', '.js', '.mts', '.mjs', '.cjs']
const maxImports = 50
const maxImportDepth = 5

/** Configurations import parts beside them, for example one for each language. */
function importedFiles(configFile: string, folder: string, fileSystem: FileSystem): string[] {
  const imports = programText(configFile, fileSystem).matchAll(
    /\bfrom\s*["'](\.{1,2}\/[^"'\n]{1,200})["']/g,
  )
  return Array.from(imports, ([, address = '']) => address)
    .slice(0, maxImports)
    .flatMap((address) => importedFile(configFile, address, isOfSite(folder, fileSystem)) ?? [])
}

function importedFile(
  from: string,
  address: string,
  isPart: (file: string) => boolean,
): string | undefined {
  const file = resolve(dirname(from), address)
  const names = ['', ...programEndings, ...programEndings.map((ending) => `/index${ending}`)]
  return names
    .map((ending) => file + ending)
    .find((candidate) => /\.(?:[cm]?[jt]s|json)$/.test(candidate) && isPart(candidate))
}

const sidebarStarts = ['sidebar', 'sidebar:', 'starlightSidebarTopics(']
const wholeFile = ['export default', 'module.exports =', 'exports.default =']

/** Read a JSON file, or a value of a program with what it imports from other files of the site. */
function readProgramFile(
  file: string,
  starts: readonly string[],
  { site, fileSystem }: NavigatedTree,
): ProgramValue | undefined {
  if (starts === wholeFile && file.endsWith('.json')) {
    const text = programText(file, fileSystem)
    // An error is reported for the configuration; another file is reported by its own name.
    const value = file === site.configFile ? parseJson(text) : yamlOrNothing(text)
    return isRecord(value) ? { value, isWhole: true } : undefined
  }
  const isPart = isOfSite(site.folder, fileSystem)
  let left = maxImports
  const read = (from: string, names: readonly string[], depth: number): ProgramValue | undefined =>
    readProgramValue(programText(from, fileSystem), names, (address, name) => {
      const target = address.startsWith('.') ? importedFile(from, address, isPart) : undefined
      if (target === undefined || depth === maxImportDepth || left === 0) return undefined
      left -= 1
      if (!target.endsWith('.json'))
        return read(target, name === 'default' ? wholeFile : [name], depth + 1)
      return { value: yamlOrNothing(programText(target, fileSystem)), isWhole: true }
    })
  return read(file, starts, 0)
}

const maxBytes = 1024 * 1024

export function programText(file: string, { readSettings }: FileSystem): string {
  return readSettings(file, maxBytes)
}

/**
 * Read one or several sidebars: https://vitepress.dev/reference/default-theme-sidebar,
 * https://starlight.astro.build/guides/sidebar/
 */
function readLinkSidebars(value: unknown, context: NavigationContext): Sidebar[] {
  if (Array.isArray(value)) return [{ entries: readItems(value, context, '') }]
  return Object.entries(asTable(value)).map(([id, sidebar]) => {
    const { items, base } = asTable(sidebar)
    const name = nameOf(id.replace(/\/$/, ''))
    return {
      name: name === '' ? undefined : readableName(name),
      entries: readItems(items ?? sidebar, context, asWords(base) ?? ''),
    }
  })
}

function readItems(value: unknown, context: NavigationContext, base: string): NavigationEntry[] {
  return asList(value).flatMap((item) => {
    const { text, label, link, slug, items, autogenerate, base: ownBase, ...rest } = asTable(item)
    const plainText = asWords(asWords(text)?.replace(/<[^<>]*>/g, ''))
    const below = items ?? rest.children
    const directory = asWords(asTable(autogenerate ?? onlyGenerated(below)).directory)
    const address = asWords(item) ?? asWords(slug) ?? asWords(link) ?? directory
    const isElsewhere = address === undefined || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
    const path = isElsewhere ? undefined : findListedPage(base + address, context)
    const entries = readItems(below, context, asWords(ownBase) ?? base)
    return entryOf({ path, title: plainText ?? asWords(label), entries })
  })
}

function onlyGenerated(items: unknown): unknown {
  const [first, ...others] = asList(items)
  return others.length === 0 ? asTable(first).autogenerate : undefined
}
