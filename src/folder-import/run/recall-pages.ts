/** Recalls which pages files have: by the manifest, and by the plan where one is applied. @module */
import type { PageNode } from '../plan/page-node.ts'
import { exchangePages } from './exchange-pages.ts'
import type { FolderRun } from './folder-run.ts'

/**
 * Recall the pages of files.
 * @returns Those that are not known, parents before children.
 */
export async function recallPages(run: FolderRun): Promise<readonly PageNode[]> {
  const unknown = new Set(await recallKnown(run))
  for (const node of await exchangePages(run)) unknown.add(node)
  if (run.expected !== undefined) recallPlanned(run, unknown)
  return run.plan.tree.nodes.filter(
    (node) => unknown.has(node) && run.state.find(node) === undefined,
  )
}

async function recallKnown(run: FolderRun): Promise<PageNode[]> {
  const { manifest, moved, plan, settings, state } = run
  const unknown: PageNode[] = []
  const nowhere = new Set<PageNode>()
  for (const node of plan.tree.nodes) {
    const entry = manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
    const { parent } = node
    if (state.find(node) !== undefined) continue
    const isRefused = state.problemOf(node) !== undefined
    if (isRefused || (parent !== undefined && nowhere.has(parent))) {
      state.recall(node, entry)
      if (entry === undefined) nowhere.add(node)
      continue
    }
    const parentId = node.parentId ?? (parent ? state.find(parent)?.id : settings.parentId)
    const isThere = entry?.title === node.title && entry.parentId === parentId && !settings.resend
    // Without its id, a page of another title or place is another page.
    if (entry !== undefined && (isThere || (await run.service.reservesPages())))
      state.recall(node, entry)
    else unknown.push(node)
  }
  return unknown
}

/** What the plan says is what was found at the wiki, and by other titles too. */
function recallPlanned(
  { expected, manifest, moved, plan, state }: FolderRun,
  unknown: Set<PageNode>,
): void {
  for (const node of plan.tree.nodes) {
    const page = expected?.pageOf(node)
    if (page === undefined) continue
    if (page === 'none') {
      // Nothing is reserved that is not made, and no link waits for it.
      if (unknown.delete(node)) state.recall(node, undefined)
    } else if (page === 'new') {
      // The page that it had is gone.
      for (const path of [node.path, moved.get(node) ?? '']) manifest.remove(path)
      state.forget(node)
      unknown.add(node)
    } else if (state.find(node)?.id !== page.id) state.noteFound(node, page)
  }
}
