/** The tree of pages that files make, checked for what would go wrong before anything is sent. @module */
import { contractLimits } from '../../importing/contract.ts'
import { compareNames } from '../files/find-markdown-files.ts'

/** A file that is to become a page. */
export interface SourceFile {
  /** Relative to the base, with `/` between its parts. */
  readonly path: string
  readonly file: string
  /** What it says, where that does not come from the file. */
  readonly text?: string
  /** From its front matter or a heading. */
  readonly title: string | undefined
  /** From its front matter: an id, or the path of another file. */
  readonly parent: string | undefined
  /** Why it cannot be read. */
  readonly problem?: string
}

export interface PageNode {
  /** The file, or the folder with a `/` behind it: what the manifest knows the page by. */
  readonly path: string
  /** Absent for a folder's list of pages. */
  readonly file: string | undefined
  readonly text?: string
  readonly title: string
  /** Absent at the top, below the parent that the user gave. */
  parent: PageNode | undefined
  /** An id that the front matter gives instead. */
  readonly parentId: string | undefined
  readonly children: PageNode[]
  /** Why it is not sent. */
  problem: { readonly outcome: 'conflict' | 'failed'; readonly message: string } | undefined
}

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

/** What a folder's page may come from; the first wins. */
export const indexNames: readonly RegExp[] = [
  /^readme\.(?:md|markdown)$/i,
  /^index\.(?:md|markdown)$/i,
]

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

function checkTitle(title: string): PageNode['problem'] {
  const { maxTitleLength } = contractLimits
  if (title.length <= maxTitleLength) return undefined
  return {
    outcome: 'failed',
    message: `The title has ${title.length} characters, and at most ${maxTitleLength} are allowed. Give a shorter one as \`title\` in the front matter.`,
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

/** Only `parent` in front matter can make one. */
function breakCycle(node: PageNode): void {
  const chain = new Set<PageNode>()
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (above === node) {
      node.parent = undefined
      node.problem = {
        outcome: 'conflict',
        message: `Its \`parent\` leads back to itself. Change \`parent\` in the front matter.`,
      }
      return
    }
    if (chain.has(above)) return
    chain.add(above)
  }
}

function findClashes(nodes: readonly PageNode[], topId: string | undefined): void {
  const byPlace = new Map<PageNode | string | undefined, Map<string, PageNode[]>>()
  for (const node of nodes) {
    const place = node.parentId ?? node.parent ?? topId
    const byTitle = byPlace.get(place) ?? new Map<string, PageNode[]>()
    byPlace.set(place, byTitle)
    const key = node.title.normalize('NFC')
    byTitle.set(key, [...(byTitle.get(key) ?? []), node])
  }
  for (const byTitle of byPlace.values()) {
    for (const clashing of byTitle.values()) {
      if (clashing.length < 2) continue
      for (const node of clashing) {
        const others = clashing.filter((other) => other !== node)
        node.problem = { outcome: 'conflict', message: clashMessage(node, others) }
      }
    }
  }
}

const maxNamed = 3

function clashMessage({ title }: PageNode, others: readonly PageNode[]): string {
  const named = others.slice(0, maxNamed).map(({ path }) => path)
  const rest = others.length - named.length
  const files = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `The title "${title}" is also that of ${files}, below the same page. Change one, by its heading or by \`title\` in its front matter.`
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

/**
 * Give the folder of a path.
 * @param path A file or a folder, without a `/` behind it.
 * @returns `''` at the base.
 */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/**
 * Follow a relative path.
 * @param folder Where it starts.
 * @param path With `/` between its parts; one at its start leads from the base.
 * @returns `undefined` when it leads out of the base.
 */
export function joinPaths(folder: string, path: string): string | undefined {
  const parts = path.startsWith('/') || folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
