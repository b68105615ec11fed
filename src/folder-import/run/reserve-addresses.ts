/** Reserves the addresses of new pages, so that each page is sent only once. @module */
import { runBounded } from '../../base/run-bounded.ts'
import type { AnswerReservedPage } from '../../contract/answers.ts'
import { ImportError } from '../../http-client/import-error.ts'
import { requestReservations, type WantedPage } from '../../http-client/request-reservations.ts'
import type { PageNode } from '../plan/page-node.ts'
import { wordFailure } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { isOfOther, lookUpPage } from './placed-page.ts'
import { findHolder } from './title-rivals.ts'

/** For another wiki this many already take seconds. */
const pagesPerRequest = 200

/**
 * Reserve new pages. Pages that the service refuses are sent without ids, and their errors show
 * then.
 * @param nodes Parents before children.
 * @throws {ImportError} When no page could be sent.
 */
export async function reserveAddresses(run: FolderRun, nodes: readonly PageNode[]): Promise<void> {
  if (!(await run.service.reservesPages())) return
  // A wrong `parent` in front matter must not affect other pages.
  const groups = Map.groupBy(nodes, topParentId)
  for (const group of groups.values()) {
    for (let at = 0; at < group.length; at += pagesPerRequest) {
      const batch = group.slice(at, at + pagesPerRequest)
      try {
        await reserveBatch(run, batch)
      } catch (error) {
        const isOfBatch = error instanceof ImportError && error.key === 'bad-request'
        if (!isOfBatch && !isMissing(error)) throw error
        if (isMissing(error)) await assertParent(run, batch)
      }
    }
  }
}

/**
 * Tell whether the service does not know reservations; some proxies answer 200 with a page for
 * people.
 */
function isMissing(error: unknown): boolean {
  return error instanceof ImportError && [200, 404, 405].includes(error.status ?? 0)
}

/** A missing parent in a batch may be any page's; only that of the run concerns all. */
async function assertParent(run: FolderRun, batch: readonly PageNode[]): Promise<void> {
  const top = batch.find(({ parent, parentId }) => parent === undefined && parentId === undefined)
  if (top === undefined) return
  try {
    await reserveBatch(run, [top])
  } catch (error) {
    if (!(error instanceof ImportError) || error.key !== 'not-found') throw error
    run.state.giveUp(top, error)
  }
}

function topParentId(node: PageNode): string | undefined {
  let top = node
  while (top.parent !== undefined) top = top.parent
  return top.parentId
}

async function reserveBatch(
  { settings, state }: FolderRun,
  batch: readonly PageNode[],
): Promise<void> {
  const wanted = new Map<string, PageNode>()
  const pages: WantedPage[] = []
  for (const node of batch) {
    const page = { ref: node.path, pageTitle: node.title }
    const { parent } = node
    const parentId =
      node.parentId ?? (parent === undefined ? settings.parentId : state.idOf(parent))
    if (parentId !== undefined) pages.push({ ...page, parentId })
    else if (parent !== undefined && wanted.has(parent.path)) {
      pages.push({ ...page, parentRef: parent.path })
    } else continue
    wanted.set(node.path, node)
  }
  if (pages.length === 0) return
  const answered = await requestReservations(settings.connection, settings.spaceId, pages)
  for (const page of answered) {
    const node = wanted.get(page.ref)
    if (node !== undefined) note(state, node, page)
  }
}

function note(
  state: FolderRun['state'],
  node: PageNode,
  { id, url, exists }: AnswerReservedPage,
): void {
  if (isOfOther(state, node, id)) return
  if (exists) state.noteFound(node, { id, url })
  else state.noteReserved(node, { id, url })
}

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
      // The parent may be made again in this run.
      const mayBeMade = error.key === 'not-found' && node.parent !== undefined
      if (mayBeMade || (error.key === 'already-exists' && findHolder(run, node))) {
        state.foresee(node)
        return add(node.children.filter((child) => wanted.has(child)))
      }
      state.refuse(node, wordFailure(run, node, error), error)
    }
  })
}
