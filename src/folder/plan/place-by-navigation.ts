/** Places pages by the site's navigation. @module */
import { folderOf, indexNames, nameOf, readableName, stemOf } from '../files/tree-paths.ts'
import { type FolderNavigation, type NavigationEntry, pathsOf } from '../navigation/navigation.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { DraftPage, DraftTree } from './draft-tree.ts'

interface NavigationWatch {
  /** Whether a path of a navigation is a file or folder, though perhaps no page. */
  isThere(path: string): boolean
  readonly onNotice: OnPlanNotice
}

/**
 * Place the pages; a page listed twice keeps its first place.
 * @param tree Receives places, titles and section lists.
 * @param navigation The surest first.
 */
export function placeByNavigation(
  tree: DraftTree,
  navigation: readonly FolderNavigation[],
  { isThere, onNotice }: NavigationWatch,
): void {
  const countIn = (entries: readonly NavigationEntry[]): number =>
    pathsOf(entries).filter((path) => tree.find(path) !== undefined).length
  let total = 0
  let index = 0
  /** The pages that the navigation at hand has listed, with their names in it. */
  let listed = new Map<DraftPage, string | undefined>()
  const place = (page: DraftPage, parent: DraftPage | undefined, title?: string): void => {
    if (isAbove(page, parent)) return
    const isTwice = listed.has(page) && title !== undefined && listed.get(page) !== title
    if (isTwice) onNotice(page.node.path, 'navigation-twice', JSON.stringify(title))
    listed.set(page, title)
    if (page.place !== undefined) return
    page.place = { parent, index }
    index += 1
    if (title !== undefined && !page.source?.isTitleFixed) page.titles.unshift(title)
  }
  const placeAll = (
    entries: readonly NavigationEntry[],
    parent: DraftPage | undefined,
    section: Section,
  ): void => {
    for (const { path, title, entries: below = [] } of entries) {
      const page = path === undefined ? undefined : findPage(tree, path)
      if (path !== undefined && page === undefined && !isThere(path)) {
        onNotice(
          path,
          'navigation-missing',
          title === undefined ? '' : ` as ${JSON.stringify(title)}`,
        )
      }
      if (page !== undefined) {
        place(page, parent, title)
        placeAll(below, page, inside(section, title))
      } else if (title === undefined || !below.some((entry) => holdsPage(tree, entry))) {
        placeAll(below, parent, section)
      } else placeSection(title, below, parent, section)
    }
  }
  const placeSection = (
    title: string,
    entries: readonly NavigationEntry[],
    parent: DraftPage | undefined,
    section: Section,
  ): void => {
    const first = findOwnPage(tree, title, entries[0])
    if (first?.isFirst) {
      const [own = {}, ...others] = entries
      placeAll([own], parent, section)
      // A part of the site's tree may be the section itself.
      const isAll = namesOf(first).includes(title.toLowerCase()) || countIn(entries) === total
      placeAll(isAll ? others : [{ title, entries: others }], parent, section)
      return
    }
    const within = inside(section, title)
    if (first !== undefined && first.place === undefined && !isAbove(first, parent)) {
      place(first, parent, title)
      placeAll([...(entries[0]?.entries ?? []), ...entries.slice(1)], first, within)
      return
    }
    const folder = commonFolder(tree, entries)
    const isOther = folder !== '' && folder !== section.folder
    const own = isOther && isFree(tree, folder, title) ? tree.folderPage(folder) : undefined
    const page = own || tree.addSection(section.folder, within.titles)
    place(page, parent, title)
    placeAll(entries, page, within)
  }
  for (const { folder, entries } of navigation) {
    if (entries.length === 0) continue
    listed = new Map()
    total = countIn(entries)
    placeAll(entries, tree.hasFolder(folder) ? tree.folderPage(folder) : undefined, {
      folder,
      titles: [],
    })
  }
}

interface Section {
  readonly folder: string
  readonly titles: readonly string[]
}

function inside(section: Section, title: string | undefined): Section {
  return title === undefined ? section : { ...section, titles: [...section.titles, title] }
}

function isAbove(page: DraftPage, parent: DraftPage | undefined): boolean {
  for (let above = parent; above !== undefined; above = above.place?.parent) {
    if (above === page) return true
  }
  return false
}

function findPage(tree: DraftTree, path: string): DraftPage | undefined {
  const folder = path.replace(/\/+$/, '')
  return tree.find(folder) ?? (tree.hasFolder(folder) ? tree.folderPage(folder) : undefined)
}

/** A section is its first page if that is a folder's page or has the section's title. */
function findOwnPage(
  tree: DraftTree,
  title: string,
  entry: NavigationEntry | undefined,
): DraftPage | undefined {
  const { path } = entry ?? {}
  const page = path === undefined ? undefined : tree.find(path)
  if (path === undefined || page?.source === undefined) return undefined
  const isIndex = indexNames.some((name) => name.test(nameOf(path)))
  return isIndex || namesOf(page).includes(title.toLowerCase()) ? page : undefined
}

function namesOf({ node, titles }: DraftPage): readonly string[] {
  return [readableName(stemOf(node.path)), ...titles].map((name) => name.toLowerCase())
}

/** A folder's page may be the section if navigation leaves it out and it has the same title. */
function isFree(tree: DraftTree, folder: string, title: string): boolean {
  if (!tree.hasPage(folder)) return true
  const page = tree.folderPage(folder)
  return page?.place === undefined && page?.source?.title?.toLowerCase() === title.toLowerCase()
}

function holdsPage(tree: DraftTree, { path, entries = [] }: NavigationEntry): boolean {
  return (
    (path !== undefined && findPage(tree, path) !== undefined) ||
    entries.some((entry) => holdsPage(tree, entry))
  )
}

/** The deepest folder that holds all pages of a section. */
function commonFolder(tree: DraftTree, entries: readonly NavigationEntry[]): string {
  const folders = pathsOf(entries)
    .filter((path) => tree.find(path) !== undefined)
    .map((path) => folderOf(path))
  const [first = '', ...rest] = folders
  let common = first
  while (common !== '' && rest.some((one) => one !== common && !one.startsWith(`${common}/`))) {
    common = folderOf(common)
  }
  return common
}
