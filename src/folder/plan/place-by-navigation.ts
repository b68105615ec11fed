/** Places pages by the site's navigation. @module */
import { folderAround, folderOf, isIndex, readableName, stemOf } from '../files/tree-paths.ts'
import { type FolderNavigation, type NavigationEntry, pathsOf } from '../navigation/navigation.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { DraftPage, DraftTree } from './draft-tree.ts'

/**
 * Put the pages where the site's navigation has them. A page that is listed twice keeps its first place.
 * @param navigation All that was read, the most reliable first.
 * @param isThere Whether a path of a navigation is a file or folder, though perhaps no page.
 */
export function placeByNavigation(
  tree: DraftTree,
  navigation: readonly FolderNavigation[],
  isThere: (path: string) => boolean,
  onNotice: OnPlanNotice,
): void {
  const countIn = (entries: readonly NavigationEntry[]): number =>
    pathsOf(entries).filter((path) => tree.find(path) !== undefined).length
  let total = 0
  let index = 0
  const place = (page: DraftPage, parent: DraftPage | undefined, title?: string): void => {
    if (page.place !== undefined || isAbove(page, parent)) return
    page.place = { parent, index }
    index += 1
    if (title !== undefined) page.titles.unshift(title)
  }
  const placeAll = (
    entries: readonly NavigationEntry[],
    parent: DraftPage | undefined,
    section: Section,
  ): void => {
    for (const { path, title, entries: below = [] } of entries) {
      const page = path === undefined ? undefined : tree.pageAt(path)
      if (path !== undefined && page === undefined && !isThere(path)) {
        onNotice(
          path,
          'navigation-missing',
          title === undefined ? '' : ` as ${JSON.stringify(title)}`,
        )
      }
      if (page !== undefined) {
        place(page, parent, title)
        placeAll(below, page, innerOf(section, title))
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
      const [firstEntry = {}, ...otherEntries] = entries
      placeAll([firstEntry], parent, section)
      // A part of the site's tree may be the section itself.
      const isAll = namesOf(first).includes(title.toLowerCase()) || countIn(entries) === total
      placeAll(isAll ? otherEntries : [{ title, entries: otherEntries }], parent, section)
      return
    }
    const innerSection = innerOf(section, title)
    if (first !== undefined && first.place === undefined && !isAbove(first, parent)) {
      place(first, parent, title)
      placeAll([...(entries[0]?.entries ?? []), ...entries.slice(1)], first, innerSection)
      return
    }
    const folder = commonFolder(tree, entries)
    const isOther = folder !== '' && folder !== section.folder
    const folderPage = isOther && isFree(tree, folder, title) ? tree.folderPage(folder) : undefined
    const page = folderPage || tree.addSection(section.folder, innerSection.titles)
    place(page, parent, title)
    placeAll(entries, page, innerSection)
  }
  for (const { folder, entries } of navigation) {
    if (entries.length === 0) continue
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

function innerOf(section: Section, title: string | undefined): Section {
  return title === undefined ? section : { ...section, titles: [...section.titles, title] }
}

function isAbove(page: DraftPage, parent: DraftPage | undefined): boolean {
  for (let above = parent; above !== undefined; above = above.place?.parent) {
    if (above === page) return true
  }
  return false
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
  return isIndex(path) || namesOf(page).includes(title.toLowerCase()) ? page : undefined
}

function namesOf({ path, titles }: DraftPage): readonly string[] {
  return [readableName(stemOf(path)), ...titles].map((name) => name.toLowerCase())
}

/** A folder's page may be the section if navigation leaves it out and it has the same title. */
function isFree(tree: DraftTree, folder: string, title: string): boolean {
  if (tree.find(folder) === undefined) return true
  const page = tree.folderPage(folder)
  return page?.place === undefined && page?.source?.title?.toLowerCase() === title.toLowerCase()
}

function holdsPage(tree: DraftTree, { path, entries = [] }: NavigationEntry): boolean {
  return (
    (path !== undefined && tree.pageAt(path) !== undefined) ||
    entries.some((entry) => holdsPage(tree, entry))
  )
}

function commonFolder(tree: DraftTree, entries: readonly NavigationEntry[]): string {
  return folderAround(
    pathsOf(entries)
      .filter((path) => tree.find(path) !== undefined)
      .map(folderOf),
  )
}
