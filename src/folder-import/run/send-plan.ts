/**
 * Sends the pages of a plan, parents before children. Where the service gives addresses in advance,
 * each is sent once, with its links as they stay.
 * @module
 */
import { runBounded } from '../../base/run-bounded.ts'
import { ImportError } from '../../http-client/import-error.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { checkIdentifiers } from './check-identifiers.ts'
import { findDeclaredPages } from './find-declared-pages.ts'
import { findFrontPage } from './find-front-page.ts'
import { findPlace } from './find-place.ts'
import { finishLeft, finishSent, finishUnsent, orFail } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { lookUpAddresses } from './look-up-addresses.ts'
import { mendLinks } from './mend-links.ts'
import { lookAtKnown } from './page-outlook.ts'
import { reserveAddresses } from './reserve-addresses.ts'
import { isAsSent, sendPage, TitleTakenError } from './send-page.ts'
import { interruption, wordEnd } from './stop-sign.ts'
import { findFreed, findRivals } from './title-rivals.ts'
import { sendLinked, sendUnlinked, type WaitingPage } from './two-passes.ts'

/** Send all pages; what becomes of each is told to the run's output. */
export async function sendPlan(run: FolderRun): Promise<void> {
  const { output, plan, settings } = run
  if (settings.hostToken !== undefined) await checkIdentifiers(run, settings.hostToken)
  for (const [{ path }, before] of run.moved) {
    output.warn(path, wordNotice('file-moved', output.nameOf(before)))
  }
  await learnAddresses(run)
  const left: LeftForLater = { waiting: [], titleTaken: [] }
  await sendBelow(run, plan.tree.roots, left)
  await sendLinked(run, left.waiting.splice(0))
  let isProgress = true
  while (left.titleTaken.length > 0) {
    const nodes = new Set(left.titleTaken.splice(0))
    const { size } = nodes
    // The last first: where numbers in titles move up, each makes room for the one before.
    const inTurn = plan.tree.nodes.filter((node) => nodes.has(node)).reverse()
    // Where all wait for each other, one has to begin.
    const first = isProgress ? undefined : inTurn[0]
    for (const node of inTurn) await sendBelow(run, [node], left, first)
    await sendLinked(run, left.waiting.splice(0))
    isProgress = left.titleTaken.length < size
  }
  await mendLinks(run)
}

/** Learn where pages are or will be, as far as that can be known before they are sent. */
async function learnAddresses(run: FolderRun): Promise<void> {
  const { service, settings, state } = run
  const { signal } = settings.connection
  try {
    await findFrontPage(run)
    await findDeclaredPages(run)
    const unknown = await recallPages(run)
    if (state.stoppedBy() !== undefined) return
    // A token that is dead must be told of, also where nothing has to be sent.
    await service.reservesPages()
    for (const title of findFreed(run)) run.freed.add(title)
    if (!settings.dryRun) return unknown.length === 0 ? undefined : reserveAddresses(run, unknown)
    await lookAtKnown(run)
    await lookUpAddresses(run, unknown)
    for (const [node, other] of findRivals(run)) run.rivals.set(node, other)
  } catch (error) {
    if (signal?.aborted) return state.stop(interruption)
    if (!(error instanceof ImportError)) throw error
    state.stop(wordEnd(error))
  }
}

/** @returns The pages that are not known, parents before children. */
async function recallPages(run: FolderRun): Promise<PageNode[]> {
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

/** What cannot be done while the tree is gone through. */
interface LeftForLater {
  readonly waiting: WaitingPage[]
  readonly titleTaken: PageNode[]
}

/** @param unawaited A page that waits for its title no longer. */
function sendBelow(
  run: FolderRun,
  nodes: readonly PageNode[],
  left: LeftForLater,
  unawaited?: PageNode,
): Promise<void> {
  return runBounded(nodes, run.settings.concurrency, async (node, add) => {
    let isLater = false
    await orFail(run, { node }, async () => {
      try {
        await sendFirst(run, node, left, { isTitleAwaited: node !== unawaited })
      } catch (error) {
        if (!(error instanceof TitleTakenError)) throw error
        isLater = true
        left.titleTaken.push(node)
      }
    })
    if (!isLater) add(node.children)
  })
}

async function sendFirst(
  run: FolderRun,
  node: PageNode,
  { waiting }: LeftForLater,
  { isTitleAwaited }: { readonly isTitleAwaited: boolean },
): Promise<void> {
  const { output, settings, state } = run
  const problem = state.problemOf(node)
  if (problem !== undefined) {
    state.settle(node)
    return output.finish(node, 'failed', problem)
  }
  if (state.stoppedBy() !== undefined) return finishLeft(run, { node })
  if (isPlaceOpen(run, node)) return finishLeft(run, { node }, waitsForPlace)
  run.expected?.refuse(node)
  const place = findPlace(run, node)
  const built = await run.builder.build(node)
  // What is there already is written last, when it is known which of the new pages came to be.
  const isLater = state.find(node) !== undefined && state.leadsAhead(node)
  if (!built.isComplete || isLater) {
    waiting.push(await sendUnlinked(run, place, built))
    return
  }
  if (isAsSent(place, built)) return finishUnsent(run, place, built)
  const { overwrite } = settings
  const sent = await sendPage(run, place, built, { overwrite, isTitleAwaited })
  finishSent(run, place, sent, built)
}

const waitsForPlace =
  'The page above it could not be sent yet. Import again: only what is left is sent.'

/**
 * A page above may have been made, or will be by the next run: anywhere else this one would be another
 * page, which stays behind where no manifest tells of it.
 */
function isPlaceOpen({ state }: FolderRun, node: PageNode): boolean {
  for (let { parentId, parent } = node; parentId === undefined && parent !== undefined; ) {
    if (state.find(parent) !== undefined) return false
    if (state.isUndecided(parent)) return true
    ;({ parentId, parent } = parent)
  }
  return false
}
