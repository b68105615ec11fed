/** Makes the tree of pages from files. @module */
import { append } from '../../contract/base/lists.ts'
import { contractLimits } from '../../contract/limits.ts'
import { keptTitle, titleProblem } from '../../contract/titles-and-labels.ts'
import {
  compareNames,
  folderOf,
  isIndex,
  nameOf,
  readableName,
  stemOf,
} from '../files/tree-paths.ts'
import type { FolderNavigation } from '../navigation/navigation.ts'
import { decideParents, type OnPlanNotice } from './decide-parents.ts'
import { type DraftPage, draftTree, type TreeNames } from './draft-tree.ts'
import type { FolderFile, PageNode } from './page-node.ts'
import { placeByNavigation } from './place-by-navigation.ts'

export interface PageTree {
  readonly nodes: readonly PageNode[]
  readonly roots: readonly PageNode[]
  /** Pages by path; folders also without their `/`, and the base as `''`. */
  readonly byPath: ReadonlyMap<string, PageNode>
}

interface TreeSurroundings extends TreeNames {
  readonly parentId: string | undefined
  readonly navigation: readonly FolderNavigation[]
  readonly onNotice: OnPlanNotice
  /** Whether a path of a navigation is a file or folder, though perhaps no page. */
  readonly isThere: (path: string) => boolean
  /** Files to import, if not all; their parents come along. */
  readonly wanted: ReadonlySet<string> | undefined
  readonly isOrdered: boolean
}

/** Folders become parents of their files' pages, unless navigation and front matter say otherwise. */
export function pageTree(
  files: readonly FolderFile[],
  { parentId, navigation, onNotice, isThere, wanted, isOrdered, ...names }: TreeSurroundings,
): PageTree {
  const tree = draftTree(files, navigation, names)
  placeByNavigation(tree, navigation, isThere, onNotice)
  const parents = withoutEmptyLists(decideParents(tree, onNotice))
  const byParent = Map.groupBy(parents.keys(), (page) => parents.get(page))
  for (const siblings of byPlace(byParent, parentId)) decideTitles(siblings, onNotice)
  const roots: DraftPage[] = []
  for (const [parent, siblings] of byParent) {
    const children = parent?.children ?? roots
    for (const page of decideOrder(siblings, parent)) {
      page.parent = parent
      children.push(page)
    }
  }
  // Several pages may claim to be first; only one lists its siblings.
  const first = tree.pages.find(({ isFirst }) => isFirst)
  for (const page of tree.pages) {
    decideList(page, page === first ? roots : [])
    if (!isOrdered) page.position = page.exported?.position
  }
  const pages = topDown(roots)
  const wantedPages = pages.filter(({ path }) => wanted?.has(path) ?? true)
  const present = withPagesAbove(wantedPages, ({ parent }) => parent)
  const isPresent = (page: DraftPage): boolean => present.has(page)
  for (const page of present) page.children = page.children.filter(isPresent)
  return {
    nodes: pages.filter(isPresent),
    roots: roots.filter(isPresent),
    byPath: new Map([...tree.byPath].filter(([, page]) => isPresent(page))),
  }
}

function withPagesAbove(
  pages: Iterable<DraftPage>,
  above: (page: DraftPage) => DraftPage | undefined,
): ReadonlySet<DraftPage> {
  const all = new Set<DraftPage>()
  for (const page of pages) {
    for (let at: DraftPage | undefined = page; at !== undefined && !all.has(at); at = above(at)) {
      all.add(at)
    }
  }
  return all
}

type Parents = ReadonlyMap<DraftPage, DraftPage | undefined>

function withoutEmptyLists(parents: Parents): Parents {
  const pagesOfFiles = [...parents.keys()].filter(({ source }) => source !== undefined)
  const needed = withPagesAbove(pagesOfFiles, (page) => parents.get(page))
  return new Map([...parents].filter(([page]) => needed.has(page)))
}

/** Group pages by parent; a parent id from front matter may name a page of the tree. */
function byPlace(
  byParent: ReadonlyMap<DraftPage | undefined, readonly DraftPage[]>,
  topId: string | undefined,
): readonly (readonly DraftPage[])[] {
  const groups: (readonly DraftPage[])[] = []
  for (const [parent, siblings] of byParent) {
    if (parent !== undefined) groups.push(siblings)
    else {
      const byId = Map.groupBy(siblings, ({ parentId }) => parentId ?? topId)
      append(groups, byId.values())
    }
  }
  return groups
}

/** A page without text lists its children; the base's page also lists its siblings. */
function decideList(page: DraftPage, beside: readonly PageNode[]): void {
  const candidates = [...page.children, ...beside.filter((candidate) => candidate !== page)]
  const listedPages = candidates.filter(({ problem }) => problem === undefined)
  const says = page.source?.says ?? 'nothing'
  if (says === 'nothing' || (says === 'title' && listedPages.length > 0)) page.lists = listedPages
}

function topDown(roots: readonly DraftPage[]): DraftPage[] {
  const pages: DraftPage[] = []
  const pending = roots.toReversed()
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    pages.push(page)
    for (const child of page.children.toReversed()) pending.push(child)
  }
  return pages
}

/**
 * Order siblings by navigation, then by number, then by title, with the base's page first. Pages
 * with a given place get a position.
 */
function decideOrder(
  siblings: readonly DraftPage[],
  parent: DraftPage | undefined,
): readonly DraftPage[] {
  const ordering = siblings
    .map((page) => ({ page, place: placeOf(page, parent) }))
    .sort((a, b) => compareNumbers(a.place, b.place) || byTitle(a.page, b.page))
  for (const [index, { page, place }] of ordering.entries()) {
    if (place[0] !== withoutPlace && page.parentId === undefined) page.position = index
  }
  return ordering.map(({ page }) => page)
}

const withoutPlace = 3

function placeOf(
  { place, rank, isFirst }: DraftPage,
  parent: DraftPage | undefined,
): readonly number[] {
  if (place !== undefined && place.parent === parent) return [1, place.index]
  if (isFirst) return [0]
  return rank === undefined ? [withoutPlace] : [2, ...rank]
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const difference = (a[index] as number) - (b[index] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function byTitle(a: DraftPage, b: DraftPage): number {
  return compareNames(a.title, b.title) || compareNames(a.path, b.path)
}

/** The page nearest to the top keeps a contested title; others use their navigation title or file name. */
function decideTitles(siblings: readonly DraftPage[], onNotice: OnPlanNotice): void {
  const wishesByKey = Map.groupBy(siblings.map(wishOf), ({ title }) => keyOf(title))
  const usedKeys = new Set(wishesByKey.keys())
  for (const group of wishesByKey.values()) {
    const [first, ...rest] = group.length === 1 ? group : group.toSorted(byPathDepth)
    if (first === undefined) continue
    setTitle(first, first.title, onNotice)
    for (const wish of rest) {
      const { page, title, alternatives } = wish
      const candidate = [...alternatives, ...distinctTitles(wish)].find(
        (name) => !usedKeys.has(keyOf(name)),
      )
      const newTitle = candidate ?? numbered(title, usedKeys)
      usedKeys.add(keyOf(newTitle))
      setTitle(wish, newTitle, onNotice)
      if (alternatives.includes(newTitle)) continue
      const detail = `"${shorten(title)}", which ${first.page.path} has as well, became "${page.title}"`
      onNotice(page.path, 'title-changed', detail)
    }
  }
}

interface Wish {
  readonly page: DraftPage
  readonly title: string
  readonly alternatives: readonly string[]
  readonly name: string | undefined
}

/** A page's own title comes before its navigation title, which is often short. */
function wishOf(page: DraftPage): Wish {
  const clean = page.source?.exported ? (title: string): string => title : cleanTitle
  const names = page.titles.map(clean).filter(Boolean)
  const ownTitle = clean(page.source?.title ?? '')
  const title = ownTitle || (names[0] ?? readableName(stemOf(page.path)))
  const alternatives = names.filter((name) => name !== title)
  return {
    page,
    title,
    alternatives,
    name: ownTitle && ownTitle !== names[0] ? names[0] : undefined,
  }
}

function keyOf(title: string): string {
  return keptTitle(shorten(title))
}

function setTitle({ page, name }: Wish, title: string, onNotice: OnPlanNotice): void {
  page.title = shorten(title)
  if (name !== undefined && name !== title) page.navigationTitle = shorten(name)
  if (page.title !== title) onNotice(page.path, 'title-shortened', `${title.length}`)
}

/** Remove characters that no title may hold; empty where nothing visible remains. */
function cleanTitle(title: string): string {
  const clean = keptTitle(title.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' '))
  return titleProblem(clean) === undefined ? clean : ''
}

const { maxTitleLength } = contractLimits

/** Keep a suffix in parentheses, because it tells pages apart. */
function shorten(title: string): string {
  if (title.length <= maxTitleLength) return title
  const suffix = / \([^()]{1,100}\)$/.exec(title)?.[0] ?? ''
  const words = title.slice(0, maxTitleLength - suffix.length - 1).toWellFormed()
  return `${words.replace(/[\s\ufffd]+$/, '')}…${suffix}`
}

function distinctTitles({ page, title }: Wish): string[] {
  const { path } = page
  const ownPath = isIndex(path) ? folderOf(path) : path.replace(/\/$/, '')
  const names = [
    isIndex(path) ? nameOf(ownPath) : stemOf(ownPath),
    nameOf(folderOf(ownPath)),
    ownPath,
    path,
  ]
  const distinctNames = names.filter(
    (name) => name !== '' && readableName(name) !== readableName(title),
  )
  return distinctNames.map((name) => cleanTitle(`${title} (${name})`))
}

/** Number a title, because long titles may be equal once they are cut. */
function numbered(title: string, usedKeys: ReadonlySet<string>): string {
  let count = 2
  while (usedKeys.has(keyOf(`${title} (${count})`))) count += 1
  return `${title} (${count})`
}

/** Sort the pages nearest to the top first, then by path, in the same order on every machine. */
function byPathDepth({ page: a }: Wish, { page: b }: Wish): number {
  const depth = (path: string): number => path.split('/').length
  const name = (path: string): string => path.replace(/\.[^./]*$/, '')
  return (
    depth(a.path) - depth(b.path) || compare(name(a.path), name(b.path)) || compare(a.path, b.path)
  )
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
