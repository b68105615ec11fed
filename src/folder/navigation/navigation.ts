/** The common shape of the files that order a site's pages, whatever the generator. @module */
import type { FileSystem } from '../files/guarded-files.ts'
import { compareNames, folderOf, joinPaths, nameOf, stemOf } from '../files/tree-paths.ts'
import { asList, asTable, asWords } from './yaml-value.ts'

export interface NavigationEntry {
  /** Page or folder, from the base; undefined for a heading. */
  readonly path?: string | undefined
  /** Title in the navigation; undefined where the page's own title is shown. */
  readonly title?: string | undefined
  readonly entries?: readonly NavigationEntry[] | undefined
}

export interface FolderNavigation {
  readonly folder: string
  readonly title?: string | undefined
  /** Order among siblings; lower comes first. */
  readonly order?: number | undefined
  /** Pages and folders in order; others follow. */
  readonly entries: readonly NavigationEntry[]
}

export interface NavigationContext {
  /** Base of the file's addresses, from the tree's base. */
  readonly folder: string
  /** @param path Relative to the folder that is imported. */
  exists(path: string): boolean
  /** List the files and folders directly in a folder; paths are relative to the folder that is imported. */
  list(folder: string): readonly string[]
}

export interface NavigationSource {
  readonly names: RegExp
  /** @returns Undefined when the file is no navigation. */
  read(text: string, context: NavigationContext): Omit<FolderNavigation, 'folder'> | undefined
}

export interface NavigatedSite {
  readonly configFile: string | undefined
  readonly folder: string
  /** Absolute paths of possible roots for addresses with a leading `/`, the surest first. */
  readonly rootFolders: readonly string[]
}

export interface NavigatedTree {
  readonly base: string
  readonly site: NavigatedSite
  readonly fileSystem: FileSystem
  readonly paths: readonly string[]
}

export interface SiteNavigation {
  readonly file: string
  /** Empty when nothing is listed or readable. */
  readonly folders: readonly FolderNavigation[]
  /** Whether everything could be read without running a program. */
  readonly isWhole: boolean
}

/**
 * Reads the order of a site's pages.
 * @returns The navigation of each file that has an order; if none has, the first file's empty
 * navigation.
 * @throws {Error} When a configuration cannot be parsed.
 */
export type ReadSiteNavigation = (tree: NavigatedTree) => readonly SiteNavigation[]

/** @returns Nothing for an entry that leads to no page. */
export function entryOf({ path, title, entries = [] }: NavigationEntry): NavigationEntry[] {
  if (path === undefined && entries.length === 0) return []
  return [{ title, path, entries: entries.length === 0 ? undefined : entries }]
}

type Table = Readonly<Record<string, unknown>>

/** Where the tables of a navigation format have titles, pages and nested lists. */
export interface ListFields {
  title(item: Table): readonly unknown[]
  /** Addresses, the surest first; an item may also be only an address. */
  pages(item: Table): readonly unknown[]
  readonly lists: readonly string[]
  /** Find the page of an address: its path from the base. */
  find(address: string, context: NavigationContext): string | undefined
}

const maxDepth = 20

export function listedEntries(
  value: unknown,
  fields: ListFields,
  context: NavigationContext,
  depth = 0,
): NavigationEntry[] {
  if (depth > maxDepth) return []
  return asList(value).flatMap((item) => {
    const table = asTable(item)
    const words = (values: readonly unknown[]): string[] =>
      values.flatMap((entry) => asWords(entry) ?? [])
    const [title] = words(fields.title(table))
    const paths = words([item, ...fields.pages(table)]).flatMap(
      (address) => fields.find(address, context) ?? [],
    )
    const entries = entriesBelow(table, fields, context, depth + 1)
    return entryOf({ path: paths[0], title, entries })
  })
}

/** The entries of all lists of a table. */
export function entriesBelow(
  table: unknown,
  fields: ListFields,
  context: NavigationContext,
  depth = 0,
): NavigationEntry[] {
  return fields.lists.flatMap((name) => listedEntries(asTable(table)[name], fields, context, depth))
}

/** An item of a page list. An item with a depth is a heading for the entries that follow. */
export type ListedItem = NavigationEntry & { readonly depth?: number }

/** Nests entries below the heading before them. A heading without a title ends earlier ones. */
export function belowHeadings(items: readonly ListedItem[]): NavigationEntry[] {
  const top: NavigationEntry[] = []
  const open: { readonly depth: number; readonly entries: NavigationEntry[] }[] = []
  for (const { depth, ...entry } of items) {
    while (depth !== undefined && (open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const siblings = open.at(-1)?.entries ?? top
    if (depth === undefined) siblings.push(entry)
    else if (entry.title !== undefined) {
      const entries: NavigationEntry[] = []
      siblings.push({ ...entry, entries })
      open.push({ depth, entries })
    }
  }
  return top
}

const maxBytes = 1024 * 1024

export function readNavigationFile(file: string, fileSystem: FileSystem): string {
  const text = fileSystem.readSettings(file, maxBytes + 1)
  if (Buffer.byteLength(text) > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
  return text.replace(/^\ufeff/, '')
}

const orderNumber = /^\d+[ ]?[-_.]{1,3}[ ]?(?=[^-_. \d])/
const index = /^(?:index|readme|_index)$/i

/** @param address Without ending and ordering numbers. */
export function findListedPage(address: string, context: NavigationContext): string | undefined {
  const path = joinPaths(context.folder, address.replace(/[?#].*$|\.html?$/g, ''))
  if (path === undefined) return undefined
  if (/\.mdx?$/.test(path) && context.exists(path)) return path
  const parts = path.split('/').filter((part) => part !== '')
  const last = parts.at(-1) ?? 'index'
  let folder = ''
  for (const part of parts.slice(0, -1)) {
    const folderPath = context
      .list(folder)
      .find((entry) => isFolder(entry) && isCalled(nameOf(entry), part))
    if (folderPath === undefined) return undefined
    folder = folderPath
  }
  const entries = context.list(folder)
  const page =
    entries.find((entry) => !isFolder(entry) && isCalled(stemOf(entry), last)) ??
    entries.find((entry) => isFolder(entry) && isCalled(nameOf(entry), last))
  if (page !== undefined || !index.test(last)) return page
  return entries.find((entry) => !isFolder(entry) && index.test(stemOf(entry)))

  function isFolder(entry: string): boolean {
    return context.list(entry).length > 0
  }
}

function isCalled(name: string, part: string): boolean {
  return name === part || name.replace(orderNumber, '') === part
}

/** Rewrite the paths of entries to another base; entries outside keep only their children. */
export function rebase(
  entries: readonly NavigationEntry[],
  toBase: (path: string) => string,
): NavigationEntry[] {
  return entries.map(({ path, entries: below, ...entry }) => {
    const newPath = path === undefined ? undefined : toBase(path)
    return {
      ...entry,
      path: newPath === undefined || isOutside(newPath) ? undefined : newPath,
      entries: below && rebase(below, toBase),
    }
  })
}

export function pathsOf(entries: readonly NavigationEntry[]): string[] {
  return entries.flatMap(({ path, entries: below = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(below),
  ])
}

export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../')
}

/** @returns A function that gives the context of a folder. */
export function contextOf(paths: readonly string[]): (folder: string) => NavigationContext {
  const children = new Map<string, Set<string>>()
  for (const path of paths) {
    for (let part = path; part !== ''; part = folderOf(part)) {
      const folder = folderOf(part)
      const names = children.get(folder) ?? new Set<string>()
      children.set(folder, names.add(part))
    }
  }
  return (folder) => ({
    folder,
    exists: (path) => children.has(path) || (children.get(folderOf(path))?.has(path) ?? false),
    list: (parent) => [...(children.get(parent) ?? [])].sort(compareNames),
  })
}
