/** Decides the parent of each page by front matter, navigation or folders. @module */
import { folderOf, joinPaths } from '../files/tree-paths.ts'
import type { NoticeCode } from '../notices.ts'
import type { DraftPage, DraftTree } from './draft-tree.ts'

/** Receives what cannot be used as written. */
export type OnPlanNotice = (path: string, code: NoticeCode, detail: string) => void

/**
 * Decide the parents.
 * @param tree Lists for folders are added as needed.
 * @param onNotice Receives missing and circular parents.
 * @returns The parent of each page; undefined at the top.
 */
export function decideParents(
  tree: DraftTree,
  onNotice: OnPlanNotice,
): ReadonlyMap<DraftPage, DraftPage | undefined> {
  const parents = new Map<DraftPage, DraftPage | undefined>()
  const usual = (page: DraftPage): DraftPage | undefined =>
    page.place === undefined ? tree.pageAbove(page) : page.place.parent
  // A page that fails needs no parent.
  const pending = tree.pages.filter(({ node }) => node.problem === undefined)
  const known = new Set(pending)
  const declared: DraftPage[] = []
  const findTitle = titleFinder(tree)
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    const named = declaredParent(page, tree, findTitle, onNotice)
    if (named !== undefined) declared.push(page)
    const parent = page.node.parentId === undefined ? (named ?? usual(page)) : undefined
    parents.set(page, parent)
    if (parent !== undefined && parent.source === undefined && !known.has(parent)) {
      known.add(parent)
      pending.push(parent)
    }
  }
  const isInCircle = circleFinder(parents)
  for (const page of declared) {
    if (!isInCircle(page)) continue
    onNotice(page.node.path, 'parent-circle', page.source?.parent ?? '')
    parents.set(page, usual(page))
  }
  const isStillInCircle = circleFinder(parents)
  for (const page of parents.keys()) if (isStillInCircle(page)) parents.set(page, undefined)
  for (const page of tree.pages) {
    if (page.node.problem !== undefined) parents.set(page, standingAbove(page, tree, parents))
  }
  for (const [page, parent] of parents) {
    let above = parent
    while (above?.node.problem !== undefined) above = parents.get(above)
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
  const written = page.source?.parent
  if (written === undefined || page.node.parentId !== undefined) return undefined
  const path = joinPaths(folderOf(page.node.path), written)?.replace(/\/$/, '')
  const atPath = path ? (tree.find(path) ?? folderNamed(tree, path)) : undefined
  const found = atPath ?? findTitle(page)
  if (found !== undefined && found !== page) return found
  onNotice(page.node.path, found === page ? 'parent-circle' : 'parent-missing', written)
  return undefined
}

function folderNamed(tree: DraftTree, path: string): DraftPage | undefined {
  return tree.hasFolder(path) ? tree.folderPage(path) : undefined
}

/** Jekyll themes name the parent by title; `grand_parent` tells equal titles apart. */
function titleFinder(tree: DraftTree): (page: DraftPage) => DraftPage | undefined {
  const titled = tree.pages.filter(({ source }) => source?.title !== undefined)
  const named = (title = '', parent?: string): string =>
    JSON.stringify([title, parent].map((one) => one?.normalize('NFC')))
  const byTitle = Map.groupBy(titled, ({ source }) => named(source?.title))
  const byBoth = Map.groupBy(titled, ({ source }) => named(source?.title, source?.parent ?? ''))
  return ({ source }) => {
    const { parent, grandparent } = source ?? {}
    const found =
      grandparent === undefined
        ? byTitle.get(named(parent))
        : byBoth.get(named(parent, grandparent))
    return found?.length === 1 ? found[0] : undefined
  }
}

/**
 * Find circles one by one, while the caller breaks them; pages outside of circles are visited once.
 */
function circleFinder(
  parents: ReadonlyMap<DraftPage, DraftPage | undefined>,
): (page: DraftPage) => boolean {
  const free = new Set<DraftPage>()
  return (page) => {
    const walked = new Set<DraftPage>()
    let above: DraftPage | undefined = page
    while (above !== undefined && !walked.has(above) && !free.has(above)) {
      walked.add(above)
      above = parents.get(above)
    }
    if (above === page && walked.has(page)) return true
    for (const one of walked) {
      if (one === above) break
      free.add(one)
    }
    return false
  }
}

function standingAbove(
  { node, place }: DraftPage,
  tree: DraftTree,
  parents: ReadonlyMap<DraftPage, DraftPage | undefined>,
): DraftPage | undefined {
  if (place !== undefined) return place.parent
  for (let folder = folderOf(node.path); folder !== ''; folder = folderOf(folder)) {
    const page = tree.find(folder)
    if (page !== undefined && parents.has(page)) return page
  }
  return undefined
}
