/** Matches the files of a run with the pages that the store remembers of its source. @module */
import { join } from 'node:path'
import { ImportError } from '../client/exchange.ts'
import { type RememberedPage, readEdits } from '../client/sources.ts'
import { digest } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf, indexNames, isWithin, nameOf } from '../files/tree-paths.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { findGitRenames } from './git-history.ts'
import { sourcePath } from './source-name.ts'

export interface MatchedPages {
  /** What the store remembers of each file's page. */
  readonly known: ReadonlyMap<PageNode, RememberedPage>
  /** Former paths of renamed files. */
  readonly renamed: ReadonlyMap<PageNode, string>
  /** Pages of files that exist and are not part of this run: they may be linked and listed. */
  readonly others: readonly PageNode[]
  /** Pages that have no file any more. */
  readonly withoutFile: readonly RememberedPage[]
  /** All pages by path, with the others. */
  readonly byPath: ReadonlyMap<string, PageNode>
  /** Whether files may have been renamed, and the clone is too shallow to tell. */
  readonly lacksHistory: boolean
}

type MatchSettings = Pick<FolderSettings, 'connection' | 'spaceId' | 'parentId' | 'maxBodyBytes'>

/**
 * Match by path; files that are new with pages that lost theirs, by the history of Git, by their
 * text, and by their title below the same parent.
 * @param memory Undefined where nothing is remembered.
 */
export async function matchPages(
  plan: FolderPlan,
  memory: readonly RememberedPage[],
  source: string,
  settings: MatchSettings,
): Promise<MatchedPages> {
  const { nodes, byPath } = plan.tree
  const rows = new Map(memory.flatMap((row) => (row.path === null ? [] : [[row.path, row]])))
  const known = new Map<PageNode, RememberedPage>()
  for (const node of nodes) {
    const row = rows.get(sourcePath(plan, node))
    if (row === undefined) continue
    known.set(node, row)
    rows.delete(sourcePath(plan, node))
  }
  const others = findOthers(plan, rows)
  for (const [node, row] of others) {
    known.set(node, row)
    rows.delete(row.path as string)
  }
  const left: LeftOver = { added: new Set(nodes.filter((node) => !known.has(node))), gone: rows }
  const renamed = new Map<PageNode, string>()
  const lacksHistory = await findRenamed(plan, left, { source, settings, known }, (node, path) => {
    known.set(node, rows.get(path) as RememberedPage)
    renamed.set(node, path)
    left.added.delete(node)
    rows.delete(path)
  })
  const otherNodes = [...others.keys()]
  return {
    known,
    renamed,
    others: otherNodes,
    withoutFile: [...rows.values(), ...memory.filter(({ path }) => path === null)].sort(byFile),
    byPath: withOthers(byPath, otherNodes),
    lacksHistory,
  }
}

/** The store lists pages in the order in which they were imported, which varies. */
function byFile({ path: a }: RememberedPage, { path: b }: RememberedPage): number {
  return Number((a ?? '') > (b ?? '')) - Number((a ?? '') < (b ?? ''))
}

/** Files without a page, and pages without a file by their former path. */
interface LeftOver {
  readonly added: Set<PageNode>
  readonly gone: ReadonlyMap<string, RememberedPage>
}

/** Find the pages whose files exist, but are not part of this run. */
function findOthers(
  plan: FolderPlan,
  rows: ReadonlyMap<string, RememberedPage>,
): ReadonlyMap<PageNode, RememberedPage> {
  const others = new Map<PageNode, RememberedPage>()
  for (const [path, row] of rows) {
    if (!isElsewhere(plan, path)) continue
    const file = path.endsWith('/') ? undefined : join(plan.base, path)
    const none = { parent: undefined, parentId: undefined, position: undefined, lists: undefined }
    others.set({ path, file, title: row.title, children: [], problem: undefined, ...none }, row)
  }
  return others
}

function isElsewhere({ base, folders, unreadable, fileSystem }: FolderPlan, path: string): boolean {
  // An unreadable folder may still hold the file.
  if (unreadable.some((folder) => folder === '' || path.startsWith(`${folder}/`))) return true
  const file = join(base, path)
  const isCovered = folders.some((folder) => isWithin(file.replace(/[\\/]$/, ''), folder))
  return !isCovered && fileSystem.exists(file)
}

function withOthers(
  byPath: ReadonlyMap<string, PageNode>,
  others: readonly PageNode[],
): ReadonlyMap<string, PageNode> {
  const all = new Map(byPath)
  for (const node of others) {
    const path = node.path.normalize('NFC')
    const isIndex = indexNames.some((name) => name.test(nameOf(path)))
    const names = [path, path.replace(/\/$/, ''), ...(isIndex ? [folderOf(path)] : [])]
    for (const name of names) if (!all.has(name)) all.set(name, node)
  }
  return all
}

interface Matching {
  readonly source: string
  readonly settings: MatchSettings
  readonly known: ReadonlyMap<PageNode, RememberedPage>
}

/** @returns Whether the clone lacks the history that could tell more. */
async function findRenamed(
  plan: FolderPlan,
  left: LeftOver,
  matching: Matching,
  match: (node: PageNode, formerPath: string) => void,
): Promise<boolean> {
  const { added, gone } = left
  if (added.size === 0 || gone.size === 0) return false
  const { formerPaths, isShallow } = await findGitRenames(plan.repository, plan.base, {
    added: [...added].map(({ path }) => path),
    gone: new Set(gone.keys()),
  })
  for (const node of [...added]) {
    const former = formerPaths.get(node.path)
    if (former !== undefined && gone.has(former)) match(node, former)
  }
  if (added.size === 0 || gone.size === 0) return false
  await matchByText(plan, left, matching, match)
  // Parents come first, so that their children are found below them.
  for (const node of [...added]) {
    const parentId = parentIdOf(node, matching)
    const same = [...gone.values()].filter(
      (row) =>
        row.parentId === parentId && row.title.normalize('NFC') === node.title.normalize('NFC'),
    )
    if (same.length === 1) match(node, same[0]?.path as string)
  }
  return isShallow && added.size > 0 && gone.size > 0
}

function parentIdOf(node: PageNode, { known, settings }: Matching): string | undefined {
  if (node.parentId !== undefined || node.parent === undefined) {
    return node.parentId ?? settings.parentId
  }
  return known.get(node.parent)?.pageId
}

/** Each page costs a request. */
const maxAskedPages = 50

/** Match files and pages whose text no other has: first the whole text, then what is below the title. */
async function matchByText(
  plan: FolderPlan,
  { added, gone }: LeftOver,
  { source, settings }: Matching,
  match: (node: PageNode, formerPath: string) => void,
): Promise<void> {
  const written = new Map<PageNode, Texts>()
  for (const node of added) {
    const texts = await readTexts(plan, node, settings.maxBodyBytes)
    if (texts !== undefined) written.set(node, texts)
  }
  if (written.size === 0) return
  const imported = new Map<string, Texts>()
  for (const path of [...gone.keys()].slice(0, maxAskedPages)) {
    const texts = await readImportedTexts(path, source, settings)
    if (texts !== undefined) imported.set(path, texts)
  }
  for (const part of ['whole', 'body'] as const) {
    const paths = Map.groupBy(imported.keys(), (path) => imported.get(path)?.[part])
    const nodes = Map.groupBy(written.keys(), (node) => written.get(node)?.[part])
    for (const [text, [node, ...others]] of nodes) {
      const [path, ...rest] = paths.get(text) ?? []
      if (text === undefined || node === undefined || path === undefined) continue
      if (others.length + rest.length > 0) continue
      match(node, path)
      written.delete(node)
      imported.delete(path)
    }
  }
}

async function readTexts(
  { documents }: FolderPlan,
  { path, file, problem }: PageNode,
  maxBodyBytes: number,
): Promise<Texts | undefined> {
  if (file === undefined || problem !== undefined) return undefined
  try {
    return textsOf(documents.toMarkdown(path, await documents.load(file, maxBodyBytes)))
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

async function readImportedTexts(
  path: string,
  name: string,
  { connection, spaceId }: MatchSettings,
): Promise<Texts | undefined> {
  try {
    return textsOf((await readEdits(connection, spaceId, { name, path })).markdown)
  } catch (error) {
    if (error instanceof ImportError) return undefined
    throw error
  }
}

/** Digests of what stays of a text when its file is renamed: the addresses of its links may change. */
interface Texts {
  readonly whole: string
  /** What is below the title; undefined when it is too little to prove anything. */
  readonly body: string | undefined
}

const minBodyLength = 20

function textsOf(markdown: string): Texts {
  const lines = markdown
    .replace(/\]\([^)\n]*\)/g, ']()')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const body = (/^# /.test(lines[0] ?? '') ? lines.slice(1) : lines).join('\n')
  return {
    whole: digest(lines.join('\n')),
    body: body.length < minBodyLength ? undefined : digest(body),
  }
}
