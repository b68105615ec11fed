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
import { finishLeft, finishSent, finishUnsent } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { interruptible } from './interruptible.ts'
import { type LeftForLater, orWait, type TitleOptions } from './left-for-later.ts'
import { lookUpAddresses } from './look-up-addresses.ts'
import { mendLinks } from './mend-links.ts'
import { lookAtKnown } from './page-outlook.ts'
import { recallPages } from './recall-pages.ts'
import { reserveAddresses } from './reserve-addresses.ts'
import { isAsSent, sendPage, TitleTakenError } from './send-page.ts'
import { wordEnd } from './stop-sign.ts'
import { findRivals } from './title-rivals.ts'
import { sendLinked, sendUnlinked } from './two-passes.ts'

/** Send all pages; what becomes of each is told to the run's output. */
export async function sendPlan(run: FolderRun): Promise<void> {
  const { output, plan, settings } = run
  const { hostToken } = settings
  if (hostToken !== undefined) await interruptible(run, () => checkIdentifiers(run, hostToken))
  for (const [{ path }, before] of run.moved) {
    output.warn(path, wordNotice('file-moved', output.nameOf(before)))
  }
  await interruptible(run, () => learnAddresses(run))
  const left: LeftForLater = { waiting: [], titleTaken: [] }
  await sendBelow(run, plan.tree.roots, left, { isTitleAwaited: true })
  await sendLinked(run, left)
  for (let isTitleAwaited = true; left.titleTaken.length > 0; ) {
    const awaiting = new Map(left.titleTaken.splice(0).map((one) => [one.node, one]))
    // The last first: where numbers in titles move up, each makes room for the one before.
    for (const node of plan.tree.nodes.toReversed()) {
      await awaiting.get(node)?.again({ isTitleAwaited })
    }
    await sendLinked(run, left)
    // Where none gives up its title any more, waiting is of no use.
    isTitleAwaited = left.titleTaken.length < awaiting.size
  }
  await mendLinks(run)
}

/** Learn where pages are or will be, as far as that can be known before they are sent. */
async function learnAddresses(run: FolderRun): Promise<void> {
  const { service, settings, state } = run
  try {
    await findFrontPage(run)
    await findDeclaredPages(run)
    const unknown = await recallPages(run)
    if (state.stoppedBy() !== undefined) return
    // A token that is dead must be told of, also where nothing has to be sent.
    await service.reservesPages()
    if (settings.dryRun) {
      await lookAtKnown(run)
      await lookUpAddresses(run, unknown)
    } else if (unknown.length > 0) await reserveAddresses(run, unknown)
    for (const [node, other] of findRivals(run)) run.rivals.set(node, other)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    state.stop(wordEnd(error))
  }
}

function sendBelow(
  run: FolderRun,
  nodes: readonly PageNode[],
  left: LeftForLater,
  options: TitleOptions,
): Promise<void> {
  return runBounded(nodes, run.settings.concurrency, async (node, add) => {
    const again = (then: TitleOptions): Promise<void> => sendBelow(run, [node], left, then)
    const work = (): Promise<void> => sendFirst(run, node, left, options)
    if (await orWait(run, { node, again }, left, work)) add(node.children)
  })
}

async function sendFirst(
  run: FolderRun,
  node: PageNode,
  { waiting }: LeftForLater,
  { isTitleAwaited }: TitleOptions,
): Promise<void> {
  const { manifest, output, settings, state } = run
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
  const there = state.find(node)
  const isThere = there !== undefined && run.seen.get(there.id) !== 'gone'
  const isMoved = (place.before?.entry.parentId ?? place.parentId) !== place.parentId
  // What stands below it may have to be above it first.
  const isLater = isThere && !isMoved && state.leadsAhead(node)
  if (!built.isComplete || isLater) {
    waiting.push(await sendUnlinked(run, place, built))
    return
  }
  if (isAsSent(place, built)) return finishUnsent(run, place, built)
  // As a dry run foretells: whoever comes first in the tree gets a title that stands once.
  const isRival = manifest.isElsewhere() && run.rivals.has(node)
  if (isRival && isTitleAwaited && !settings.dryRun) {
    throw new TitleTakenError('already-exists', `${run.rivals.get(node)?.path} is to have it.`)
  }
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
