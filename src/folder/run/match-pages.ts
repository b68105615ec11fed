/** Matches the files of a run with the pages that the store remembers of its source. @module */
import { join } from 'node:path'
import { ImportError } from '../client/import-error.ts'
import { type RememberedPage, readEdits } from '../client/sources.ts'
import { digest } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf, indexNames, isWithin, nameOf } from '../files/tree-paths.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { findGitRenames } from './git-history.ts'
import { sourcePath } from './source-name.ts'

type MatchSettings = Pick<FolderSettings, 'connection' | 'spaceId' | 'parentId' | 'maxBodyBytes'>

/**
 * Match by path. New files are then matched with pages that lost theirs: by Git's history, by their
 * text, and by their title below the same parent.
 */
export async function matchPages(
  plan: FolderPlan,
  memory: readonly RememberedPage[],
  source: string,
  settings: MatchSettings,
) {
  const { nodes, byPath } = plan.tree
  const rows = new Map(memory.flatMap((row) => (row.path === null ? [] : [[row.path, row]])))
  const records = new Map<PageNode, RememberedPage>()
  for (const node of nodes) {
    const row = rows.get(sourcePath(plan, node))
    if (row === undefined) continue
    records.set(node, row)
    rows.delete(sourcePath(plan, node))
  }
  const outsiders = findOutsiders(plan, rows)
  for (const [node, row] of outsiders) {
    records.set(node, row)
    rows.delete(row.path as string)
  }
  const unmatched: Unmatched = {
    added: new Set(nodes.filter((node) => !records.has(node))),
    gone: rows,
  }
  const formerPaths = new Map<PageNode, string>()
  const lacksHistory = await matchRenames(
    plan,
    unmatched,
    { source, settings, records },
    (node, path) => {
      records.set(node, rows.get(path) as RememberedPage)
      formerPaths.set(node, path)
      unmatched.added.delete(node)
      rows.delete(path)
    },
  )
  const otherNodes = [...outsiders.keys()]
  return {
    records: records as ReadonlyMap<PageNode, RememberedPage>,
    /** Former paths of renamed files. */
    formerPaths: formerPaths as ReadonlyMap<PageNode, string>,
    /** Pages of files that exist and are not part of this run: they may be linked and listed. */
    outsiders: otherNodes as readonly PageNode[],
    withoutFile: [...rows.values(), ...memory.filter(({ path }) => path === null)].sort(byFile),
    /** All pages by path, with the others. */
    byPath: withOutsiders(byPath, otherNodes),
    /** Whether files may have been renamed, and the clone is too shallow to tell. */
    lacksHistory,
  }
}

/** The store lists pages in the order in which they were imported, which varies. */
function byFile({ path: a }: RememberedPage, { path: b }: RememberedPage): number {
  return Number((a ?? '') > (b ?? '')) - Number((a ?? '') < (b ?? ''))
}

/** Files without a page, and pages without a file by their former path. */
interface Unmatched {
  readonly added: Set<PageNode>
  readonly gone: ReadonlyMap<string, RememberedPage>
}

function findOutsiders(
  plan: FolderPlan,
  rows: ReadonlyMap<string, RememberedPage>,
): ReadonlyMap<PageNode, RememberedPage> {
  const outsiders = new Map<PageNode, RememberedPage>()
  for (const [path, row] of rows) {
    if (!isElsewhere(plan, path)) continue
    const file = path.endsWith('/') ? undefined : join(plan.base, path)
    const none = { parent: undefined, parentId: undefined, position: undefined, lists: undefined }
    outsiders.set({ path, file, title: row.title, children: [], problem: undefined, ...none }, row)
  }
  return outsiders
}

function isElsewhere({ base, folders, unreadable, fileSystem }: FolderPlan, path: string): boolean {
  // An unreadable folder may still hold the file.
  if (unreadable.some((folder) => folder === '' || path.startsWith(`${folder}/`))) return true
  const file = join(base, path)
  const isCovered = folders.some((folder) => isWithin(file.replace(/[\\/]$/, ''), folder))
  return !isCovered && fileSystem.exists(file)
}

function withOutsiders(
  byPath: ReadonlyMap<string, PageNode>,
  outsiders: readonly PageNode[],
): ReadonlyMap<string, PageNode> {
  const all = new Map(byPath)
  for (const node of outsiders) {
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
  readonly records: ReadonlyMap<PageNode, RememberedPage>
}

/** @returns Whether the clone lacks the history that could tell more. */
async function matchRenames(
  plan: FolderPlan,
  unmatched: Unmatched,
  matching: Matching,
  match: (node: PageNode, formerPath: string) => void,
): Promise<boolean> {
  const { added, gone } = unmatched
  if (added.size === 0 || gone.size === 0) return false
  const { formerPaths, isShallow } = await findGitRenames(plan.repository, plan.base, {
    added: [...added].map(({ path }) => path),
    gone: new Set(gone.keys()),
  })
  for (const node of [...added]) {
    const formerPath = formerPaths.get(node.path)
    if (formerPath !== undefined && gone.has(formerPath)) match(node, formerPath)
  }
  if (added.size === 0 || gone.size === 0) return false
  await matchByText(plan, unmatched, matching, match)
  // Parents come first, so that their children are found below them.
  for (const node of [...added]) {
    const parentId = parentIdOf(node, matching)
    const candidates = [...gone.values()].filter(
      (row) =>
        row.parentId === parentId && row.title.normalize('NFC') === node.title.normalize('NFC'),
    )
    if (candidates.length === 1) match(node, candidates[0]?.path as string)
  }
  return isShallow && added.size > 0 && gone.size > 0
}

function parentIdOf(node: PageNode, { records: known, settings }: Matching): string | undefined {
  if (node.parentId !== undefined || node.parent === undefined) {
    return node.parentId ?? settings.parentId
  }
  return known.get(node.parent)?.pageId
}

/** Each page costs a request. */
const maxReadPages = 50

/** Match files and pages whose text is unique. */
async function matchByText(
  plan: FolderPlan,
  { added, gone }: Unmatched,
  { source, settings }: Matching,
  match: (node: PageNode, formerPath: string) => void,
): Promise<void> {
  const fileTexts = new Map<PageNode, string>()
  for (const node of added) {
    const text = await readFileText(plan, node, settings.maxBodyBytes)
    if (text !== undefined) fileTexts.set(node, text)
  }
  if (fileTexts.size === 0) return
  const pageTexts = new Map<string, string>()
  for (const path of [...gone.keys()].slice(0, maxReadPages)) {
    const text = await readImportedText(path, source, settings)
    if (text !== undefined) pageTexts.set(path, text)
  }
  const nodesByText = Map.groupBy(fileTexts.keys(), (node) => fileTexts.get(node))
  const pathsByText = Map.groupBy(pageTexts.keys(), (path) => pageTexts.get(path))
  for (const [text, nodes] of nodesByText) {
    const [path, ...otherPaths] = pathsByText.get(text) ?? []
    const [node, ...otherNodes] = nodes
    const isUnique = otherNodes.length + otherPaths.length === 0
    if (node !== undefined && path !== undefined && isUnique) match(node, path)
  }
}

async function readFileText(
  { documents }: FolderPlan,
  { path, file, problem }: PageNode,
  maxBodyBytes: number,
): Promise<string | undefined> {
  if (file === undefined || problem !== undefined) return undefined
  try {
    return digestOf(documents.toMarkdown(path, await documents.load(file, maxBodyBytes)))
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

async function readImportedText(
  path: string,
  name: string,
  { connection, spaceId }: MatchSettings,
): Promise<string | undefined> {
  try {
    return digestOf((await readEdits(connection, spaceId, { name, path })).markdown)
  } catch (error) {
    if (error instanceof ImportError) return undefined
    throw error
  }
}

/** A shorter text below the title proves nothing, so the title counts as well. */
const minBodyLength = 20

/** Digest a text without its title and without link addresses, which may change with the file's name. */
function digestOf(markdown: string): string {
  const lines = markdown
    .replace(/\]\([^)\n]*\)/g, ']()')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const body = (/^# /.test(lines[0] ?? '') ? lines.slice(1) : lines).join('\n')
  return digest(body.length < minBodyLength ? lines.join('\n') : body)
}
