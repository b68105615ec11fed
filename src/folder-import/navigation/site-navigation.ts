/** Reads the navigation in a site's configuration, or in a program beside it, which is not run. @module */
import { basename, dirname, join, resolve } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { isInside } from '../files/is-within.ts'
import { folderOf, markdownEnding, nameOf } from '../files/tree-paths.ts'
import { programSettings } from '../site/settings.ts'
import type { Site } from '../site/site.ts'
import { readDocusaurusSidebars } from './docusaurus-sidebars.ts'
import { readLinkSidebars } from './link-sidebar.ts'
import { readMintlifyNav } from './mintlify-nav.ts'
import type { FolderNavigation, NavigationContext, NavigationEntry } from './navigation.ts'
import { type ProgramValue, readProgramValue } from './program-values.ts'
import { contextOf, isOutside, pathFrom, rebase } from './tree-context.ts'

/** Where it may stand, and how it is read. */
interface SiteNavigation {
  /** Absolute paths of the files, the surest first. */
  readonly files: readonly string[]
  value(text: string): ProgramValue | undefined
  /** A menu, or several. */
  sidebars(value: unknown, context: NavigationContext): readonly (readonly NavigationEntry[])[]
}

/** What was read. */
interface ReadNavigation {
  /** Absolute path of the file. */
  readonly file: string
  /** Empty when nothing could be read, or nothing is listed. */
  readonly folders: readonly FolderNavigation[]
  /** Nothing in it has to be run. */
  readonly isWhole: boolean
}

/** The tree that it is of. */
interface NavigatedTree {
  /** Absolute path of the folder that the tree starts at. */
  readonly base: string
  readonly site: Site
  readonly fileSystem: FileSystem
  /** All files, from the base. */
  readonly paths: readonly string[]
}

/**
 * Read it.
 * @param tree The tree.
 * @returns One for each file that has some; the first file where none has.
 */
export function readSiteNavigation(tree: NavigatedTree): readonly ReadNavigation[] {
  const found = findSiteNavigation(tree)
  const read = found?.files.flatMap((file): ReadNavigation[] => {
    const value = found.value(textOf(file, tree.fileSystem))
    if (value === undefined) return []
    const sidebars = (root: string): FolderNavigation[] => sidebarsAt(root, tree, found, value)
    const folders = tree.site.rootFolders.map(sidebars).find((one) => one.length > 0) ?? []
    return [{ file, folders, isWhole: value.isWhole }]
  })
  if (read === undefined || read.length > 0) return read ?? []
  return found?.files.slice(0, 1).map((file) => ({ file, folders: [], isWhole: false })) ?? []
}

/** Addresses count from one of the folders that may be the site's root. */
function sidebarsAt(
  root: string,
  { base, paths }: NavigatedTree,
  { sidebars }: SiteNavigation,
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

function pathsOf(entries: readonly NavigationEntry[]): string[] {
  return entries.flatMap(({ path, entries: below = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(below),
  ])
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

function findSiteNavigation({
  base,
  site: { configFile, folder },
  paths,
  fileSystem,
}: NavigatedTree): SiteNavigation | undefined {
  const name = configFile === undefined ? '' : basename(configFile)
  const inTree = paths.find((path) => /^sidebars\.[cm]?[jt]s$/.test(nameOf(path)))
  if (name.startsWith('docusaurus.config.') || inTree !== undefined) {
    const said = configFile && programSettings(textOf(configFile, fileSystem))('sidebarPath')
    const names = [...(said ? [said] : []), ...endings.map((ending) => `sidebars${ending}`)]
    const beside = names.map((one) => resolve(folder, one)).filter(isIn(folder, fileSystem))
    const files = [...beside, ...(inTree === undefined ? [] : [join(base, inTree)])]
    const starts = ['export default', 'module.exports =', 'exports.default =']
    const value = (text: string): ProgramValue | undefined => readProgramValue(text, starts)
    return { files: [...new Set(files)], value, sidebars: readDocusaurusSidebars }
  }
  if (configFile === undefined) return undefined
  if (name === 'docs.json' || name === 'mint.json') {
    const value = (text: string): ProgramValue => ({ value: JSON.parse(text), isWhole: true })
    return {
      files: [configFile],
      value,
      sidebars: (one, context) => [readMintlifyNav(one, context)],
    }
  }
  if (
    !/(?:[/\\]\.vitepress[/\\]config|[/\\]astro\.config)(?:[/\\]index)?\.[cm]?[jt]s$/.test(
      configFile,
    )
  ) {
    return undefined
  }
  const value = (text: string): ProgramValue | undefined =>
    readProgramValue(text, ['sidebar', 'sidebar:'])
  const besides = name.startsWith('astro') ? [] : configsBeside(folder, base, paths, fileSystem)
  const files = new Set([configFile, ...importedFiles(configFile, folder, fileSystem), ...besides])
  return { files: [...files], value, sidebars: readLinkSidebars }
}

/** VitePress takes more settings from the folders of the pages, such as those of each language. */
function configsBeside(
  folder: string,
  base: string,
  paths: readonly string[],
  fileSystem: FileSystem,
): string[] {
  const ofSite = endings
    .map((ending) => join(folder, `config${ending}`))
    .filter(isIn(folder, fileSystem))
  const found = paths.filter((path) => /^(?:[^/]{1,100}\/)?config\.[cm]?[jt]s$/.test(path))
  return [...ofSite, ...found.map((path) => join(base, path))]
}

/** Nothing is read that is no part of the site. */
function isIn(folder: string, { exists }: FileSystem): (file: string) => boolean {
  return (file) => isInside(file, folder) && exists(file)
}

const endings = ['.ts', '.js', '.mts', '.mjs', '.cjs']
const maxImports = 20

/** Configurations keep their parts beside them, such as one for each language. */
function importedFiles(configFile: string, folder: string, fileSystem: FileSystem): string[] {
  const isOfSite = isIn(folder, fileSystem)
  const found = textOf(configFile, fileSystem).matchAll(
    /\bfrom\s*["'](\.{1,2}\/[^"'\n]{1,200})["']/g,
  )
  return Array.from(found, ([, address = '']) => resolve(dirname(configFile), address))
    .slice(0, maxImports)
    .flatMap((file) => {
      const names = ['', ...endings, ...endings.map((ending) => `/index${ending}`)]
      return (
        names
          .map((ending) => file + ending)
          .find((one) => /\.[cm]?[jt]s$/.test(one) && isOfSite(one)) ?? []
      )
    })
}

const maxBytes = 1024 * 1024

function textOf(file: string, { readSettings }: FileSystem): string {
  return readSettings(file, maxBytes)
}
