/** What the files that put a site's pages in order say, whatever generator they are for. @module */
import type { FileSystem } from '../files/guarded-files.ts'
import { compareNames, folderOf, joinPaths, nameOf, stemOf } from '../files/tree-paths.ts'

/** An entry of a menu or a table of contents. */
export interface NavigationEntry {
  /** The page or folder that it leads to, from the base; absent for a heading above others. */
  readonly path?: string
  /** What it calls the page; absent where the page's own title is shown. */
  readonly title?: string
  readonly entries?: readonly NavigationEntry[]
}

/** What a file says of the folder that it stands for. */
export interface FolderNavigation {
  /** From the base; `''` is the base itself. */
  readonly folder: string
  readonly title?: string
  /** Place of the folder among what is beside it: less comes first. */
  readonly order?: number
  /** Its pages and folders in their order; what is missing follows. */
  readonly entries: readonly NavigationEntry[]
}

/** What is known beside the text of a navigation file. */
export interface NavigationContext {
  /** The folder that its addresses count from; from the base. */
  readonly folder: string
  /** Tell whether there is a file or folder; the path is from the base. */
  exists(path: string): boolean
  /** All files and folders directly in a folder, by name; from the base. */
  list(folder: string): readonly string[]
}

/** A kind of navigation file. */
export interface NavigationSource {
  /** How its files are called. */
  readonly names: RegExp
  /**
   * Read a file.
   * @throws {Error} When it is not what its name says.
   * @returns Undefined when it is no navigation.
   */
  read(text: string, context: NavigationContext): Omit<FolderNavigation, 'folder'> | undefined
}

/** A site, as far as its navigation asks for it. */
export interface NavigatedSite {
  /** The generator's configuration: an absolute path. */
  readonly configFile: string | undefined
  /** Absolute path of the folder that the configuration speaks of, or else of the tree's. */
  readonly folder: string
  /** Absolute paths of the folders that `/` at the start of an address may stand for, the surest first. */
  readonly rootFolders: readonly string[]
}

/** The tree that a site's navigation is of. */
export interface NavigatedTree {
  /** Absolute path of the folder that the tree starts at. */
  readonly base: string
  readonly site: NavigatedSite
  readonly fileSystem: FileSystem
  /** All files, from the base. */
  readonly paths: readonly string[]
}

/** What a file of the site says. */
export interface SiteNavigation {
  /** Absolute path of the file. */
  readonly file: string
  /** Empty when nothing could be read, or nothing is listed. */
  readonly folders: readonly FolderNavigation[]
  /** Nothing in it has to be run. */
  readonly isWhole: boolean
}

/**
 * Reads what a site says of the order of its pages.
 * @throws {Error} When its configuration is not what its name says.
 * @returns One for each file that says something; the first file where none does.
 */
export type ReadSiteNavigation = (tree: NavigatedTree) => readonly SiteNavigation[]

/** Make an entry; none where it neither leads to a page nor stands above one. */
export function entryOf({
  path,
  title,
  entries = [],
}: {
  readonly path?: string | undefined
  readonly title?: string | undefined
  readonly entries?: readonly NavigationEntry[]
}): NavigationEntry[] {
  if (path === undefined && entries.length === 0) return []
  return [
    {
      ...(title === undefined ? {} : { title }),
      ...(path === undefined ? {} : { path }),
      ...(entries.length === 0 ? {} : { entries }),
    },
  ]
}

const maxBytes = 1024 * 1024

/**
 * Read it.
 * @throws {Error} When it cannot be read, or is too large.
 */
export function readNavigationFile(file: string, fileSystem: FileSystem): string {
  const text = fileSystem.readSettings(file, maxBytes + 1)
  if (Buffer.byteLength(text) > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
  return text.replace(/^\ufeff/, '')
}

const orderNumber = /^\d+[ ]?[-_.]{1,3}[ ]?(?=[^-_. \d])/
const index = /^(?:index|readme|_index)$/i

/**
 * Find a page.
 * @param address Without its ending, or the numbers that only order files.
 * @returns The path of a file, or of a folder; undefined when there is none.
 */
export function findListedPage(address: string, context: NavigationContext): string | undefined {
  const path = joinPaths(context.folder, address.replace(/[?#].*$|\.html?$/g, ''))
  if (path === undefined) return undefined
  if (/\.mdx?$/.test(path) && context.exists(path)) return path
  const parts = path.split('/').filter((part) => part !== '')
  const last = parts.at(-1) ?? 'index'
  let folder = ''
  for (const part of parts.slice(0, -1)) {
    const found = context.list(folder).find((one) => isFolder(one) && isCalled(nameOf(one), part))
    if (found === undefined) return undefined
    folder = found
  }
  const entries = context.list(folder)
  const found = [
    entries.find((one) => !isFolder(one) && isCalled(stemOf(one), last)),
    entries.find((one) => isFolder(one) && isCalled(nameOf(one), last)),
  ].find((one) => one !== undefined)
  if (found !== undefined || !index.test(last)) return found
  return entries.find((one) => !isFolder(one) && index.test(stemOf(one)))

  function isFolder(one: string): boolean {
    return context.list(one).length > 0
  }
}

function isCalled(name: string, wanted: string): boolean {
  return name === wanted || name.replace(orderNumber, '') === wanted
}

/** Tell the paths of entries from another folder; what lies outside keeps its place for what is below. */
export function rebase(
  entries: readonly NavigationEntry[],
  toBase: (path: string) => string,
): NavigationEntry[] {
  return entries.map(({ path, entries: below, ...entry }) => {
    const moved = path === undefined ? undefined : toBase(path)
    return {
      ...entry,
      ...(moved === undefined || isOutside(moved) ? {} : { path: moved }),
      ...(below === undefined ? {} : { entries: rebase(below, toBase) }),
    }
  })
}

/** List the paths of entries, and of those below them. */
export function pathsOf(entries: readonly NavigationEntry[]): string[] {
  return entries.flatMap(({ path, entries: below = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(below),
  ])
}

/** Tell whether a path leads out of the folder that it starts at. */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../')
}

/**
 * Know what stands where.
 * @returns Gives the context of a folder below it.
 */
export function contextOf(paths: readonly string[]): (folder: string) => NavigationContext {
  const below = new Map<string, Set<string>>()
  for (const path of paths) {
    for (let part = path; part !== ''; part = folderOf(part)) {
      const folder = folderOf(part)
      const names = below.get(folder) ?? new Set<string>()
      below.set(folder, names.add(part))
    }
  }
  return (folder) => ({
    folder,
    exists: (path) => below.has(path) || (below.get(folderOf(path))?.has(path) ?? false),
    list: (one) => [...(below.get(one) ?? [])].sort(compareNames),
  })
}
