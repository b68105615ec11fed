/** Learns the addresses of pages for a dry run, which must not reserve any. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { importPage, type PageFields } from '../../http-client/import-page.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import { wordFailure } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { runBounded } from './run-bounded.ts'

/**
 * Look pages up, parents before children; what is not there is foreseen.
 * @param run The run.
 * @param nodes Pages that the manifest does not know, parents before children.
 */
export async function lookUpAddresses(run: FolderRun, nodes: readonly PageNode[]): Promise<void> {
  const { settings, state } = run
  const wanted = new Set(nodes)
  const isNext = ({ parent }: PageNode): boolean => parent === undefined || !wanted.has(parent)
  await runBounded(nodes.filter(isNext), settings.concurrency, async (node, add) => {
    if (state.stoppedBy() !== undefined) return
    try {
      const { parent } = node
      const parentId = node.parentId ?? (parent ? state.find(parent)?.id : settings.parentId)
      if (parentId === undefined || !(await lookUpPage(run, node, parentId))) state.foresee(node)
      add(node.children.filter((child) => wanted.has(child)))
    } catch (error) {
      if (settings.connection.signal?.aborted) return
      if (!(error instanceof ImportError)) throw error
      state.refuse(node, wordFailure(run, node, error), error)
    }
  })
}

/**
 * Learn the address of a page that may be there: a dry run names it.
 * @param run The run.
 * @param node The page.
 * @param parentId The page above.
 * @returns Whether it is there.
 */
export async function lookUpPage(
  { settings, state }: FolderRun,
  node: PageNode,
  parentId: string,
): Promise<boolean> {
  // Nothing is below what was made just now.
  if (node.parent !== undefined && state.isNew(node.parent)) return false
  const fields = lookUpFields(settings, parentId, node.title)
  const { page } = await importPage(settings.connection, fields)
  if (page !== undefined) state.noteFound(node, page)
  return page !== undefined
}

/**
 * Make the request that asks whether a page is there, and writes nothing.
 * @param settings The space.
 * @param parentId The parent.
 * @param pageTitle The title.
 */
export function lookUpFields(
  { spaceId }: FolderSettings,
  parentId: string,
  pageTitle: string,
): PageFields {
  return { spaceId, parentId, pageTitle, content: '-', overwrite: true, dryRun: true }
}
