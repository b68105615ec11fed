/** Matches the files of a run with the pages that the store remembers of its source. @module */
import { join } from 'node:path'
import type { AnswerSourcePage } from '../../contract/answers.ts'
import { unlessFailed } from '../client/import-error.ts'
import { readEdits } from '../client/service-requests.ts'
import { digest } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf, indexNames, isWithin, nameOf } from '../files/tree-paths.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { findGitRenames } from './git-history.ts'
import { sourcePath } from './source-name.ts'

type MatchSettings = Pick<FolderSettings, 'connection' | 'spaceId' | 'parentId'>

/** Files without a page, and pages without a file. */
interface Unmatched {
  readonly added: ReadonlySet<PageNode>
  /** Pages without a file, by their former path. */
  readonly gone: ReadonlyMap<string, AnswerSourcePage>
  readonly records: ReadonlyMap<PageNode, AnswerSourcePage>
  match(node: PageNode, formerPath: string): void
}

/**
 * Match by path. New files are then matched with pages that lost theirs: by Git's history, by their
 * text, and by their title below the same parent.
 */
export async function matchPages(
  plan: FolderPlan,
  memory: readonly AnswerSourcePage[],
  source: string,
  settings: MatchSettings,
) {
  const { nodes, byPath } = plan.tree
  const gone = new Map(memory.flatMap((row) => (row.path === null ? [] : [[row.path, row]])))
  const records = new Map<PageNode, AnswerSourcePage>()
  const take = (node: PageNode, path: string): void => {
    const row = gone.get(path)
    if (row === undefined) return
    records.set(node, row)
    gone.delete(path)
  }
  for (const node of nodes) take(node, sourcePath(plan, node))
  const outsiders = [...gone.values()].flatMap((row) => outsiderOf(plan, row) ?? [])
  for (const node of outsiders) take(node, node.path)
  const added = new Set(nodes.filter((node) => !records.has(node)))
  const formerPaths = new Map<PageNode, string>()
  const match = (node: PageNode, path: string): void => {
    take(node, path)
    formerPaths.set(node, path)
    added.delete(node)
  }
  const unmatched = { added, gone, records, match }
  const lacksHistory = await matchRenames(plan, unmatched, source, settings)
  return {
    records: records as ReadonlyMap<PageNode, AnswerSourcePage>,
    /** Former paths of renamed files. */
    formerPaths: formerPaths as ReadonlyMap<PageNode, string>,
    /** Pages of files that exist and are not part of this run: they may be linked and listed. */
    outsiders: outsiders as readonly PageNode[],
    withoutFile: [...gone.values(), ...memory.filter(({ path }) => path === null)].sort(byFile),
    /** All pages by path, including `outsiders`. */
    byPath: withOutsiders(byPath, outsiders),
    /** Whether files may have been renamed, and the clone is too shallow to tell. */
    lacksHistory,
  }
}

/** The store lists pages in the order in which they were imported, which varies. */
function byFile({ path: a }: AnswerSourcePage, { path: b }: AnswerSourcePage): number {
  return Number((a ?? '') > (b ?? '')) - Number((a ?? '') < (b ?? ''))
}

function outsiderOf(plan: FolderPlan, { path, title }: AnswerSourcePage): PageNode | undefined {
  if (path === null || !isElsewhere(plan, path)) return undefined
  const file = path.endsWith('/') ? undefined : join(plan.base, path)
  const none = { parent: undefined, parentId: undefined, position: undefined, lists: undefined }
  return { path, file, title, children: [], problem: undefined, ...none }
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

/** @returns Whether the clone is too shallow to show all renamed files. */
async function matchRenames(
  plan: FolderPlan,
  unmatched: Unmatched,
  source: string,
  settings: MatchSettings,
): Promise<boolean> {
  const { added, gone, records, match } = unmatched
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
  await matchByText(plan, unmatched, source, settings)
  // Parents come first, so that their children are found below them.
  for (const node of [...added]) {
    const { parent } = node
    const parentId =
      node.parentId ?? (parent === undefined ? settings.parentId : records.get(parent)?.pageId)
    const candidates = [...gone.values()].filter(
      (row) =>
        row.parentId === parentId && row.title.normalize('NFC') === node.title.normalize('NFC'),
    )
    if (candidates.length === 1) match(node, candidates[0]?.path as string)
  }
  return isShallow && added.size > 0 && gone.size > 0
}

/** Each page costs a request. */
const maxReadPages = 50

/** Match files and pages whose text is unique. */
async function matchByText(
  plan: FolderPlan,
  { added, gone, match }: Unmatched,
  source: string,
  settings: MatchSettings,
): Promise<void> {
  const fileTexts = new Map<PageNode, string>()
  for (const node of added) {
    const text = await readFileText(plan, node)
    if (text !== undefined) fileTexts.set(node, text)
  }
  if (fileTexts.size === 0) return
  const pageTexts = new Map<string, string>()
  for (const path of [...gone.keys()].slice(0, maxReadPages)) {
    const page = { name: source, path }
    const edits = await unlessFailed(readEdits(settings.connection, settings.spaceId, page))
    if (edits !== undefined) pageTexts.set(path, digestOf(edits.markdown))
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
): Promise<string | undefined> {
  if (file === undefined || problem !== undefined) return undefined
  try {
    return digestOf(documents.read(path, await documents.load(file)).markdown)
  } catch (error) {
    if (error instanceof DocumentError) return undefined
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
