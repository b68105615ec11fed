/** Decides the parent of each page by front matter, navigation or folders. @module */
import { folderOf, joinPaths } from '../files/tree-paths.ts'
import type { NoticeCode } from '../notices.ts'
import type { DraftPage, DraftTree } from './draft-tree.ts'

/** Receives fields that cannot be used as they are. */
export type OnPlanNotice = (path: string, code: NoticeCode, detail: string) => void

export function decideParents(
  tree: DraftTree,
  onNotice: OnPlanNotice,
): ReadonlyMap<DraftPage, DraftPage | undefined> {
  const parents = new Map<DraftPage, DraftPage | undefined>()
  const usualParent = (page: DraftPage): DraftPage | undefined =>
    page.place === undefined ? tree.pageAbove(page) : page.place.parent
  // A page that fails needs no parent.
  const pending = tree.pages.filter(({ problem }) => problem === undefined)
  const visitedPages = new Set(pending)
  const declared: DraftPage[] = []
  const findTitle = titleFinder(tree)
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    const declaredPage = declaredParent(page, tree, findTitle, onNotice)
    if (declaredPage !== undefined) declared.push(page)
    const parent = page.parentId === undefined ? (declaredPage ?? usualParent(page)) : undefined
    parents.set(page, parent)
    if (parent !== undefined && parent.source === undefined && !visitedPages.has(parent)) {
      visitedPages.add(parent)
      pending.push(parent)
    }
  }
  const isInCircle = circleFinder(parents)
  for (const page of declared) {
    if (!isInCircle(page)) continue
    onNotice(page.path, 'parent-circle', page.source?.parent ?? '')
    parents.set(page, usualParent(page))
  }
  const isStillInCircle = circleFinder(parents)
  for (const page of parents.keys()) if (isStillInCircle(page)) parents.set(page, undefined)
  for (const page of tree.pages) {
    if (page.problem !== undefined) parents.set(page, nearestParent(page, tree, parents))
  }
  for (const [page, parent] of parents) {
    let above = parent
    while (above?.problem !== undefined) above = parents.get(above)
    parents.set(page, above)
  }
  return parents
}

function declaredParent(
  page: DraftPage,
  tree: DraftTree,
  findTitle: (page: DraftPage) => DraftPage | undefined,
  onNotice: OnPlanNotice,
): DraftPage | undefined {
  const parentField = page.source?.parent
  if (parentField === undefined || page.parentId !== undefined) return undefined
  const path = joinPaths(folderOf(page.path), parentField)?.replace(/\/$/, '')
  const atPath = path ? tree.pageAt(path) : undefined
  const parent = atPath ?? findTitle(page)
  if (parent !== undefined && parent !== page) return parent
  onNotice(page.path, parent === page ? 'parent-circle' : 'parent-missing', parentField)
  return undefined
}

/** Jekyll themes name the parent by title; `grand_parent` tells equal titles apart. */
function titleFinder(tree: DraftTree): (page: DraftPage) => DraftPage | undefined {
  const titledPages = tree.pages.filter(({ source }) => source?.title !== undefined)
  const keyOf = (title = '', parent?: string): string =>
    JSON.stringify([title, parent].map((name) => name?.normalize('NFC')))
  const byTitle = Map.groupBy(titledPages, ({ source }) => keyOf(source?.title))
  const byBoth = Map.groupBy(titledPages, ({ source }) =>
    keyOf(source?.title, source?.parent ?? ''),
  )
  return ({ source }) => {
    const { parent, grandparent } = source ?? {}
    const matches =
      grandparent === undefined
        ? byTitle.get(keyOf(parent))
        : byBoth.get(keyOf(parent, grandparent))
    return matches?.length === 1 ? matches[0] : undefined
  }
}

/** Find circles one by one, while the caller breaks them. */
function circleFinder(
  parents: ReadonlyMap<DraftPage, DraftPage | undefined>,
): (page: DraftPage) => boolean {
  const free = new Set<DraftPage>()
  return (page) => {
    const path = new Set<DraftPage>()
    let above: DraftPage | undefined = page
    while (above !== undefined && !path.has(above) && !free.has(above)) {
      path.add(above)
      above = parents.get(above)
    }
    if (above === page && path.has(page)) return true
    for (const ancestor of path) {
      if (ancestor === above) break
      free.add(ancestor)
    }
    return false
  }
}

function nearestParent(
  { path, place }: DraftPage,
  tree: DraftTree,
  parents: ReadonlyMap<DraftPage, DraftPage | undefined>,
): DraftPage | undefined {
  if (place !== undefined) return place.parent
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    const page = tree.find(folder)
    if (page !== undefined && parents.has(page)) return page
  }
  return undefined
}
