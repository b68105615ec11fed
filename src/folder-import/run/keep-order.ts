/** Has the service put pages into the order of the tree, once all of them are there. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { requestArrangement } from '../../http-client/request-reservations.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'

/** A wiki elsewhere takes seconds for so many. */
const parentsPerRequest = 50

/**
 * Ask for the order below each page that has several of this run, so that pages are put right as well
 * that people moved, or that came out of order before.
 */
export async function keepOrder(run: FolderRun): Promise<void> {
  const { settings, state, service, output, manifest } = run
  if (settings.dryRun || state.stoppedBy() !== undefined) return
  const children = Map.groupBy(run.plan.tree.nodes, (node) => parentIdOf(run, node))
  const parents = severalBelow(children)
  // What the service shows itself is in order at any time.
  if (parents.length === 0 || !manifest.isElsewhere()) return
  if (!(await service.reservesPages())) return
  for (let at = 0; at < parents.length; at += parentsPerRequest) {
    const ids = parents.slice(at, at + parentsPerRequest).map(([id]) => id as string)
    for (const { parentId, message } of await askFor(run, ids)) {
      const [first] = children.get(parentId) ?? []
      if (first === undefined) continue
      output.warn(first.parent?.path ?? first.path, wordNotice('order-left', message))
    }
  }
}

/** Count the requests that look at the order, were this no dry run; moves come on top of them. */
export function countOrderRequests(run: FolderRun): number {
  const parentOf = (node: PageNode): unknown => node.parentId ?? node.parent ?? 'top'
  return severalBelow(Map.groupBy(run.plan.tree.nodes, parentOf)).length
}

function severalBelow<Parent>(
  children: ReadonlyMap<Parent, readonly PageNode[]>,
): [Parent, readonly PageNode[]][] {
  return [...children].filter(([id, nodes]) => id !== undefined && nodes.length > 1)
}

/** Undefined where the page is not known to be there, or stands where its file says. */
function parentIdOf({ settings, state }: FolderRun, node: PageNode): string | undefined {
  if (state.find(node) === undefined) return undefined
  if (node.parentId !== undefined) return node.parentId
  return node.parent === undefined ? settings.parentId : state.find(node.parent)?.id
}

/** All pages are there: that the order may be another one fails no run. */
async function askFor(
  { settings: { connection, spaceId } }: FolderRun,
  ids: readonly string[],
): ReturnType<typeof requestArrangement> {
  try {
    return await requestArrangement(connection, spaceId, ids)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return ids.map((parentId) => ({ parentId, message: error.message }))
  }
}
