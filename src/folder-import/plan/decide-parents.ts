/** Decides which page each stands below: front matter, navigation or folders say it. @module */
import { folderOf, joinPaths } from '../files/tree-paths.ts'
import type { NoticeCode } from '../notices.ts'
import type { DraftPage, DraftTree } from './draft-tree.ts'

/** Hears of what cannot be as it is written. */
export type OnPlanNotice = (path: string, code: NoticeCode, detail: string) => void

/**
 * Decide the parents; every page gets one, or stands at the top.
 * @param tree The pages; lists of folders come to it as they are needed.
 * @param onNotice Hears of parents that are not there or lead in a circle.
 * @returns The parents.
 */
export function decideParents(
  tree: DraftTree,
  onNotice: OnPlanNotice,
): ReadonlyMap<DraftPage, DraftPage | undefined> {
  const parents = new Map<DraftPage, DraftPage | undefined>()
  const usual = (page: DraftPage): DraftPage | undefined =>
    page.place === undefined ? tree.pageAbove(page) : page.place.parent
  // A page that fails needs no list above it.
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

/** Jekyll's themes name the page above by its title; of several, `grand_parent` tells which. */
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

/** Whoever asks breaks each circle that is found; what was found to be in none is walked no more. */
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
      // From here on they are in a circle.
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
