/**
 * The page tree under construction: a page for each file, and lists for folders without one.
 * @module
 */
import { isInBlog } from '../documents/blog-posts.ts'
import {
  folderOf,
  indexNames,
  leadingNumbers,
  markdownEnding,
  nameOf,
  readableName,
  stemOf,
} from '../files/tree-paths.ts'
import type { FolderNavigation } from '../navigation/navigation.ts'
import type { FolderFile, PageNode } from './page-node.ts'

/** A page whose title, parent and order are still to be decided. */
export interface DraftPage extends Writable<PageNode> {
  parent: DraftPage | undefined
  children: DraftPage[]
  readonly source: FolderFile | undefined
  /** Candidates, the navigation title first. */
  readonly titles: string[]
  place: { readonly parent: DraftPage | undefined; readonly index: number } | undefined
  readonly rank: readonly number[] | undefined
  readonly isFirst: boolean
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

export type DraftTree = ReturnType<typeof draftTree>

export interface TreeNames {
  /** Title of the page for the base's README, if that has none. */
  readonly name: string
  /** Folders that only lead to the site's content: they have no pages. */
  readonly passed: ReadonlySet<string>
}

export function draftTree(
  files: readonly FolderFile[],
  navigation: readonly FolderNavigation[],
  { name: baseName, passed }: TreeNames,
) {
  const folderPages = findFolderPages(files)
  const folderOfPage = new Map([...folderPages].map(([folder, { path }]) => [path, folder]))
  const folders = foldersOf(files.map(({ path }) => path))
  const pages = new Set<DraftPage>()
  const byPath = new Map<string, DraftPage>()
  const sections = new Map<string, number>()
  const add = (page: DraftPage, ...paths: readonly string[]): DraftPage => {
    pages.add(page)
    for (const path of paths) byPath.set(path.normalize('NFC'), page)
    return page
  }
  const navigationByFolder = Map.groupBy(navigation, ({ folder }) => folder)
  const settingsOf = (folder: string | undefined) => {
    const settings = folder === undefined ? [] : (navigationByFolder.get(folder) ?? [])
    return {
      title: settings.find((entry) => entry.title !== undefined)?.title,
      order: settings.find((entry) => entry.order !== undefined)?.order,
    }
  }
  for (const source of files) {
    const folder = folderOfPage.get(source.path)
    const { title, order = source.order } = settingsOf(folder)
    const name = folder === undefined ? stemOf(source.path) : nameOf(folder) || baseName
    const ownTitle = source.title ?? readableName(name)
    const titles = [source.navigationTitle, title, ownTitle]
    const page = draftPage(source.path, source, {
      titles: titles.filter((title) => title !== undefined),
      rank: order === undefined ? rankOf(source, name) : [order],
      // Docusaurus declares the first page by this address.
      isFirst: folder === '' || (folderOf(source.path) === '' && source.addresses?.[0] === '/'),
    })
    add(page, source.path, ...(folder === undefined ? [] : [folder]))
  }
  const listPage = (path: string, titles: readonly string[], order?: number): DraftPage =>
    draftPage(path, undefined, {
      titles: [...titles],
      rank: order === undefined ? leadingNumbers(nameOf(path.slice(0, -1))) : [order],
      isFirst: false,
    })
  /** Give a folder's page, or make a list for it; undefined at the base. */
  const folderPage = (folder: string): DraftPage | undefined => {
    const page = byPath.get(folder.normalize('NFC'))
    if (folder === '' || page !== undefined) return folder === '' ? undefined : page
    if (passed.has(folder) || isPeriod(folder)) return folderPage(folderOf(folder))
    const { title, order } = settingsOf(folder)
    const titles = [...(title === undefined ? [] : [title]), readableName(nameOf(folder))]
    return add(listPage(`${folder}/`, titles, order), `${folder}/`, folder)
  }
  return {
    /** Pages of files; lists are added as needed. */
    get pages(): readonly DraftPage[] {
      return [...pages]
    },
    byPath: byPath as ReadonlyMap<string, DraftPage>,
    find: (path: string): DraftPage | undefined => byPath.get(path.normalize('NFC')),
    hasFolder: (folder: string): boolean => folders.has(folder),
    folderPage,
    /** Give the page of a file or folder; a folder without one gets a list. */
    pageAt(path: string): DraftPage | undefined {
      const plainPath = path.replace(/\/+$/, '')
      const page = byPath.get(plainPath.normalize('NFC'))
      return page ?? (folders.has(plainPath) ? folderPage(plainPath) : undefined)
    },
    pageAbove(page: DraftPage): DraftPage | undefined {
      const folder = folderOf(page.path.replace(/\/$/, ''))
      const above = folderPage(folder)
      return above === page ? folderPage(folderOf(folder)) : above
    },
    addSection(folder: string, titles: readonly string[]): DraftPage {
      const names = titles.map((title) => title.replaceAll('/', '-'))
      const path = `${folder === '' ? '' : `${folder}/`}nav:${names.join('/')}`
      let count = sections.get(path) ?? 1
      let freePath = path
      for (; byPath.has(`${freePath}/`.normalize('NFC')); freePath = `${path} ${count}`) count += 1
      sections.set(path, count)
      return add(listPage(`${freePath}/`, titles.slice(-1)), `${freePath}/`, freePath)
    },
  }
}

/** Posts are ordered from the newest to the oldest. */
function rankOf({ postedOn }: FolderFile, name: string): readonly number[] | undefined {
  return postedOn?.split('-').map((part) => -Number(part)) ?? leadingNumbers(name)
}

/** Tell whether a folder is a year, month or day of a blog, whose posts sites show in one list. */
function isPeriod(folder: string): boolean {
  return /^\d{1,4}$/.test(nameOf(folder)) && isInBlog(folder)
}

function draftPage(
  path: string,
  source: FolderFile | undefined,
  draft: Pick<DraftPage, 'titles' | 'rank' | 'isFirst'>,
): DraftPage {
  const { parent = '' } = source ?? {}
  return {
    ...source,
    ...draft,
    path,
    source,
    title: '',
    navigationTitle: undefined,
    parent: undefined,
    parentId: /^\d+$/.test(parent) ? parent : undefined,
    children: [],
    place: undefined,
    position: undefined,
    lists: undefined,
  }
}

/**
 * Find folder pages: `README`, `index` or `_index` inside, `name.md` beside `name/`, or
 * `name/name.md`. Unreadable files do not count.
 * @returns The files by folder; `''` is the base.
 */
function findFolderPages(files: readonly FolderFile[]): ReadonlyMap<string, FolderFile> {
  const readable = files.filter(({ problem }) => problem === undefined)
  const folders = foldersOf(readable.map(({ path }) => path))
  const pagesByFolder = new Map<string, FolderFile>()
  const put = (isPage: (source: FolderFile, folder: string) => boolean, of = folderOf): void => {
    for (const source of readable) {
      const folder = of(source.path)
      if (isPage(source, folder) && !pagesByFolder.has(folder)) pagesByFolder.set(folder, source)
    }
  }
  for (const name of indexNames) put(({ path }) => name.test(nameOf(path)))
  put(({ isFolderPage = false }) => isFolderPage)
  put((_, folder) => folders.has(folder), withoutEnding)
  put(({ path }, folder) => folder !== '' && stemOf(path) === nameOf(folder))
  return pagesByFolder
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder)
      if (folder === '') break
    }
  }
  return folders
}

function withoutEnding(path: string): string {
  return path.replace(markdownEnding, '')
}
