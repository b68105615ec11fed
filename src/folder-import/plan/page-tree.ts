/** The tree of pages that files make, with nothing in it that a wiki could not hold. @module */
import { append } from '../../base/append.ts'
import { compareNames } from '../files/tree-paths.ts'
import type { FolderNavigation } from '../navigation/navigation.ts'
import { decideParents, type OnPlanNotice } from './decide-parents.ts'
import { decideTitles } from './decide-titles.ts'
import { type DraftPage, draftTree, type OpenNode } from './draft-tree.ts'
import type { PageNode, SourceFile } from './page-node.ts'
import { placeByNavigation } from './place-by-navigation.ts'

/** What a page's file is, and what stands at each path. */
export interface PageTree {
  /** Parents before children, siblings in order. */
  readonly nodes: readonly PageNode[]
  readonly roots: readonly PageNode[]
  /** By path, and folders also by their path without the `/`; `''` is the base itself. */
  readonly byPath: ReadonlyMap<string, PageNode>
}

/** What a tree is made of beside its files. */
interface TreeSurroundings {
  /** Name of the base folder, for a README without a heading. */
  readonly name: string
  /** Id of the page above all, where it is known. */
  readonly parentId?: string
  readonly navigation?: readonly FolderNavigation[]
  readonly onNotice?: OnPlanNotice
  /** The files that are imported, where that is not all; those above them come along. */
  readonly wanted?: ReadonlySet<string>
  /** Whether pages get positions; true by default. */
  readonly isOrdered?: boolean
}

/**
 * Make the tree: folders are pages above those of their files, with their README or index as
 * content where there is one; navigation and front matter say otherwise.
 */
export function pageTree(
  files: readonly SourceFile[],
  {
    name,
    parentId,
    navigation = [],
    onNotice = () => {},
    wanted,
    isOrdered = true,
  }: TreeSurroundings,
): PageTree {
  const tree = draftTree(files, navigation, name)
  placeByNavigation(tree, navigation)
  const parents = withoutEmptyLists(decideParents(tree, onNotice))
  const byParent = Map.groupBy(parents.keys(), (page) => parents.get(page))
  for (const siblings of byPlace(byParent, parentId)) decideTitles(siblings, onNotice)
  const roots: OpenNode[] = []
  for (const [parent, siblings] of byParent) {
    const children = parent?.node.children ?? roots
    for (const { node } of decideOrder(siblings, parent)) {
      node.parent = parent?.node
      children.push(node)
    }
  }
  // Several may say that the site begins with them: one lists the pages beside it.
  const first = tree.pages.find(({ isFirst }) => isFirst)
  for (const page of tree.pages) {
    decideList(page, page === first ? roots : [])
    if (!isOrdered) page.node.position = page.source?.exported?.position
  }
  const whole = { nodes: topDown(roots), roots, byPath: tree.byPath() }
  return wanted === undefined
    ? treeOf(whole, () => true)
    : treeOf(whole, isNeeded(whole.nodes, wanted))
}

/** Take the pages that are imported out of the whole tree. */
function treeOf(
  { nodes, roots, byPath }: WholeTree,
  isIncluded: (node: PageNode) => boolean,
): PageTree {
  const present = new Set(nodes.filter(isIncluded))
  for (const node of nodes) {
    const children = node.children.filter((child) => present.has(child))
    if (children.length === node.children.length) continue
    node.children.length = 0
    for (const child of children) node.children.push(child)
  }
  const found = new Map<string, PageNode>()
  for (const [path, { node }] of byPath) if (present.has(node)) found.set(path, node)
  return { nodes: [...present], roots: roots.filter((node) => present.has(node)), byPath: found }
}

interface WholeTree {
  readonly nodes: readonly OpenNode[]
  readonly roots: readonly OpenNode[]
  readonly byPath: ReadonlyMap<string, DraftPage>
}

type Parents = ReadonlyMap<DraftPage, DraftPage | undefined>

/** A list is there for the pages below it. */
function withoutEmptyLists(parents: Parents): Parents {
  const needed = new Set<DraftPage>()
  for (const page of parents.keys()) {
    if (page.source === undefined) continue
    for (let one: DraftPage | undefined = page; one && !needed.has(one); one = parents.get(one)) {
      needed.add(one)
    }
  }
  return new Map([...parents].filter(([page]) => needed.has(page)))
}

/** The pages that stand below one page of the wiki; an id may name what is known otherwise, too. */
function byPlace(
  byParent: ReadonlyMap<DraftPage | undefined, readonly DraftPage[]>,
  topId: string | undefined,
): readonly (readonly DraftPage[])[] {
  const groups: (readonly DraftPage[])[] = []
  for (const [parent, siblings] of byParent) {
    if (parent !== undefined) groups.push(siblings)
    else {
      const byId = Map.groupBy(siblings, ({ node }) => node.parentId ?? topId)
      append(groups, byId.values())
    }
  }
  return groups
}

/** A page without text is the list of those below it; that of the base lists those beside it. */
function decideList({ node, source }: DraftPage, beside: readonly PageNode[]): void {
  const below = [...node.children, ...beside.filter((one) => one !== node)]
  const listed = below.filter(({ problem }) => problem === undefined)
  const says = source?.says ?? 'nothing'
  if (says === 'nothing' || (says === 'title' && listed.length > 0)) node.lists = listed
}

/** The files, and the pages above theirs. */
function isNeeded(
  nodes: readonly PageNode[],
  wanted: ReadonlySet<string>,
): (node: PageNode) => boolean {
  const needed = new Set<PageNode>()
  for (const node of nodes) {
    if (!wanted.has(node.path)) continue
    for (let one: PageNode | undefined = node; one !== undefined; one = one.parent) needed.add(one)
  }
  return (node) => needed.has(node)
}

function topDown(roots: readonly OpenNode[]): OpenNode[] {
  const nodes: OpenNode[] = []
  const pending = [...roots].reverse()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes.push(node)
    for (const child of node.children.toReversed()) pending.push(child)
  }
  return nodes
}

/**
 * Put pages in order: as navigation lists them, then by their numbers, then by title; a page of the
 * folder that the tree starts at is the first. Those whose place somebody has said get a position.
 * @param parent That page; undefined at the top.
 */
function decideOrder(
  siblings: readonly DraftPage[],
  parent: DraftPage | undefined,
): readonly DraftPage[] {
  const ordered = siblings
    .map((page) => ({ page, place: placeOf(page, parent) }))
    .sort((a, b) => compareNumbers(a.place, b.place) || byTitle(a.page, b.page))
  for (const [index, { page, place }] of ordered.entries()) {
    if (place[0] !== unsaid && page.node.parentId === undefined) page.node.position = index
  }
  return ordered.map(({ page }) => page)
}

const unsaid = 3

function placeOf(
  { place, rank, isFirst }: DraftPage,
  parent: DraftPage | undefined,
): readonly number[] {
  if (place !== undefined && place.parent === parent) return [1, place.index]
  if (isFirst) return [0]
  return rank === undefined ? [unsaid] : [2, ...rank]
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const difference = (a[index] as number) - (b[index] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function byTitle({ node: a }: DraftPage, { node: b }: DraftPage): number {
  return compareNames(a.title, b.title) || compareNames(a.path, b.path)
}
