/** The tree of pages that files make, checked for what would go wrong before anything is sent. @module */
import { compareNames, folderOf, indexNames, joinPaths, nameOf } from '../files/tree-paths.ts'
import type { PageNode, SourceFile } from './page-node.ts'
import { breakCycle, checkTitle, findClashes } from './page-problems.ts'

/** What a page's file is, and what stands at each path. */
export interface PageTree {
  /** Parents before children, siblings in order. */
  readonly nodes: readonly PageNode[]
  readonly roots: readonly PageNode[]
  /** By path, and folders also by their path without the `/`; `''` is the base itself. */
  readonly byPath: ReadonlyMap<string, PageNode>
}

/**
 * Make the tree: folders are pages above those of their files, with their README or index as
 * content where there is one.
 * @param files All files.
 * @param base Name of the base folder, for a README without a heading, and id of the page above all.
 */
export function pageTree(
  files: readonly SourceFile[],
  base: { readonly name: string; readonly parentId?: string },
): PageTree {
  const byPath = new Map<string, PageNode>()
  const indexes = findIndexes(files)
  for (const source of files) {
    const node = nodeOf(source, indexes.get(folderOf(source.path)) === source, base.name)
    byPath.set(source.path.normalize('NFC'), node)
  }
  const sources = new Map(files.map((source) => [source.path, source]))
  for (const folder of allFolders(files)) {
    const index = indexes.get(folder)
    const node = index
      ? byPath.get(index.path.normalize('NFC'))
      : folder === ''
        ? undefined
        : listNode(folder)
    if (node === undefined) continue
    if (!index) byPath.set(node.path.normalize('NFC'), node)
    byPath.set(folder.normalize('NFC'), node)
  }
  const nodes = [...new Set(byPath.values())]
  for (const node of nodes) node.parent = findParent(node, sources.get(node.path), byPath)
  for (const node of nodes) breakCycle(node)
  for (const node of nodes) node.parent?.children.push(node)
  const roots = nodes.filter(({ parent }) => parent === undefined)
  for (const siblings of [roots, ...nodes.map(({ children }) => children)]) siblings.sort(inOrder)
  findClashes(nodes, base.parentId)
  return { nodes: topDown(roots), roots, byPath }
}

function findIndexes(files: readonly SourceFile[]): Map<string, SourceFile> {
  const indexes = new Map<string, SourceFile>()
  for (const name of indexNames) {
    for (const source of files) {
      const folder = folderOf(source.path)
      if (name.test(nameOf(source.path)) && !indexes.has(folder)) indexes.set(folder, source)
    }
  }
  return indexes
}

function nodeOf(source: SourceFile, isIndex: boolean, baseName: string): PageNode {
  const folder = folderOf(source.path)
  const named = isIndex ? nameOf(folder) || baseName : nameOf(source.path).replace(/\.\w+$/, '')
  const title = (source.title ?? named).replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  const { parent, problem } = source
  return {
    path: source.path,
    file: source.file,
    ...(source.text === undefined ? {} : { text: source.text }),
    title,
    parent: undefined,
    parentId: parent !== undefined && /^\d+$/.test(parent) ? parent : undefined,
    children: [],
    problem: problem === undefined ? checkTitle(title) : { outcome: 'failed', message: problem },
  }
}

function listNode(folder: string): PageNode {
  const title = nameOf(folder)
  return {
    path: `${folder}/`,
    file: undefined,
    title,
    parent: undefined,
    parentId: undefined,
    children: [],
    problem: checkTitle(title),
  }
}

function allFolders(files: readonly SourceFile[]): Set<string> {
  const folders = new Set<string>()
  for (const { path } of files) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder)
      if (folder === '') break
    }
  }
  return folders
}

function findParent(
  node: PageNode,
  source: SourceFile | undefined,
  byPath: ReadonlyMap<string, PageNode>,
): PageNode | undefined {
  if (node.parentId !== undefined) return undefined
  if (source?.parent !== undefined) {
    const path = joinPaths(folderOf(node.path), source.parent)
    const parent = path === undefined ? undefined : byPath.get(path.normalize('NFC'))
    if (parent !== undefined) return parent
    node.problem ??= {
      outcome: 'failed',
      message: `\`parent: ${source.parent}\` names no file of this import. Give the id of a page, or a path from this file's folder.`,
    }
  }
  return folderPage(node, byPath)
}

/** The page of the folder that a node is in; the base folder has none, so its README stands alone. */
function folderPage(node: PageNode, byPath: ReadonlyMap<string, PageNode>): PageNode | undefined {
  const own = node.path.replace(/\/$/, '')
  const folder = folderOf(own)
  const page = folder === '' ? undefined : byPath.get(folder.normalize('NFC'))
  if (page !== node) return page
  const above = folderOf(folder)
  return above === '' ? undefined : byPath.get(above.normalize('NFC'))
}

function topDown(roots: readonly PageNode[]): PageNode[] {
  const nodes: PageNode[] = []
  const pending = [...roots].reverse()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes.push(node)
    pending.push(...[...node.children].reverse())
  }
  return nodes
}

/** A README first, then files and folders by name. */
function inOrder(a: PageNode, b: PageNode): number {
  const isIndex = ({ path }: PageNode): boolean =>
    folderOf(path) === '' && indexNames.some((name) => name.test(path))
  return Number(isIndex(b)) - Number(isIndex(a)) || compareNames(a.path, b.path)
}
