/** Learns the addresses of pages for a dry run, which must not reserve any. @module */
import { runBounded } from '../../base/run-bounded.ts'
import { ImportError } from '../../http-client/import-error.ts'
import type { PageNode } from '../plan/page-node.ts'
import { isFreed } from './exchange-pages.ts'
import { wordFailure } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { lookUpPage } from './look-up-page.ts'

/**
 * Look pages up, parents before children; what is not there is foreseen.
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
      // What it is to stand below may be made again.
      const mayBeMade = error.key === 'not-found' && node.parent !== undefined
      if (mayBeMade || (error.key === 'already-exists' && isFreed(run, node))) {
        state.foresee(node)
        return add(node.children.filter((child) => wanted.has(child)))
      }
      state.refuse(node, wordFailure(run, node, error), error)
    }
  })
}
