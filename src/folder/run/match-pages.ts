/** Matches the files of a run with the pages that the store remembers of its source. @module */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { AnswerSourcePage } from '../../contract/answers.ts'
import type { Connection } from '../client/connection.ts'
import { unlessFailed } from '../client/import-error.ts'
import { readEdits } from '../client/service-requests.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf, isIndex, isWithin } from '../files/tree-paths.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { findGitRenames } from './git-history.ts'
import type { RunPage, RunPages } from './run-pages.ts'
import { sourcePath } from './source-name.ts'

/** A run whose pages are being matched. `gone` holds the records without a file, by path. */
interface Matching {
  readonly plan: FolderPlan
  readonly pages: RunPages
  readonly settings: FolderSettings
  readonly store: Connection
  /** Name of the source. */
  readonly name: string
  readonly gone: Map<string, AnswerSourcePage>
}

/**
 * Match by path. New files are then matched with pages that lost theirs: by Git's history, by their
 * text, and by their title below the same parent.
 */
export async function matchPages(run: Omit<Matching, 'gone'>, memory: readonly AnswerSourcePage[]) {
  const { plan, pages } = run
  const gone = new Map(memory.flatMap((row) => (row.path === null ? [] : [[row.path, row]])))
  const matching = { ...run, gone }
  for (const page of pages.all) match(matching, page, sourcePath(plan, page.node))
  const outsiders = [...gone.values()].flatMap((row) => outsiderOf(plan, row) ?? [])
  for (const node of outsiders) match(matching, pages.add(node), node.path)
  const isHistoryMissing = await matchRenames(matching)
  return {
    /** Pages of files that exist and are not part of this run: they may be linked and listed. */
    outsiders: outsiders as readonly PageNode[],
    withoutFile: [...gone.values(), ...memory.filter(({ path }) => path === null)].sort(byFile),
    /** All pages by path, including `outsiders`. */
    byPath: withOutsiders(plan.tree.byPath, outsiders),
    /** Whether files may have been renamed, and the clone is too shallow to tell. */
    isHistoryMissing,
  }
}

function match({ gone }: Matching, page: RunPage, formerPath: string): void {
  page.record = gone.get(formerPath)
  gone.delete(formerPath)
}

function newPages({ pages }: Matching): RunPage[] {
  return pages.all.filter(({ record }) => record === undefined)
}

/** The store lists pages in the order in which they were imported, which varies. */
function byFile({ path: a }: AnswerSourcePage, { path: b }: AnswerSourcePage): number {
  return Number((a ?? '') > (b ?? '')) - Number((a ?? '') < (b ?? ''))
}

function outsiderOf(plan: FolderPlan, { path, title }: AnswerSourcePage): PageNode | undefined {
  if (path === null || !isElsewhere(plan, path)) return undefined
  const file = path.endsWith('/') ? undefined : join(plan.base, path)
  const none = { parent: undefined, parentId: undefined, position: undefined, lists: undefined }
  return { path, file, title, children: [], ...none }
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
    const names = [path, path.replace(/\/$/, ''), ...(isIndex(path) ? [folderOf(path)] : [])]
    for (const name of names) if (!all.has(name)) all.set(name, node)
  }
  return all
}

/** @returns Whether the clone is too shallow to show all renamed files. */
async function matchRenames(matching: Matching): Promise<boolean> {
  const { plan, pages, settings, gone } = matching
  const isDone = (): boolean => newPages(matching).length === 0 || gone.size === 0
  if (isDone()) return false
  const { formerPaths, isShallow } = await findGitRenames(plan.repository, plan.base, {
    added: newPages(matching).map(({ node }) => node.path),
    gone: new Set(gone.keys()),
  })
  for (const page of newPages(matching)) {
    const formerPath = formerPaths.get(page.node.path)
    if (formerPath !== undefined && gone.has(formerPath)) match(matching, page, formerPath)
  }
  if (isDone()) return false
  await matchByText(matching)
  // Parents come first, so that their children are found below them.
  for (const page of newPages(matching)) {
    const { parent, parentId, title } = page.node
    const placeId =
      parentId ?? (parent === undefined ? settings.parentId : pages.of(parent).record?.pageId)
    const [candidate, ...others] = [...gone].filter(
      ([, row]) =>
        row.parentId === placeId && row.title.normalize('NFC') === title.normalize('NFC'),
    )
    if (candidate !== undefined && others.length === 0) match(matching, page, candidate[0])
  }
  return isShallow && !isDone()
}

/** Each page costs a request. */
const maxReadPages = 50

/** Match files and pages whose text is unique. */
async function matchByText(matching: Matching): Promise<void> {
  const { plan, settings, store, name, gone } = matching
  const fileTexts = new Map<RunPage, string>()
  for (const page of newPages(matching)) {
    const text = await readFileText(plan, page.node)
    if (text !== undefined) fileTexts.set(page, text)
  }
  if (fileTexts.size === 0) return
  const pageTexts = new Map<string, string>()
  for (const path of [...gone.keys()].slice(0, maxReadPages)) {
    const edits = await unlessFailed(readEdits(store, settings.spaceId, { name, path }))
    if (edits !== undefined) pageTexts.set(path, digestOf(edits.markdown))
  }
  const pagesByText = Map.groupBy(fileTexts.keys(), (page) => fileTexts.get(page))
  const pathsByText = Map.groupBy(pageTexts.keys(), (path) => pageTexts.get(path))
  for (const [text, pages] of pagesByText) {
    const [path, ...otherPaths] = pathsByText.get(text) ?? []
    const [page, ...otherPages] = pages
    const isUnique = otherPages.length + otherPaths.length === 0
    if (page !== undefined && path !== undefined && isUnique) match(matching, page, path)
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
  return hash('sha256', body.length < minBodyLength ? lines.join('\n') : body)
}
