/**
 * Sends the pages of a plan in two passes. The first goes from parents to children and learns the
 * address of every page; what links to pages whose address is not known by then waits for the
 * second, and is sent in that one only, unless it had to be made to have an address itself.
 * @module
 */
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { checkIdentifiers } from './check-identifiers.ts'
import {
  finishForeseen,
  finishLeft,
  finishSent,
  finishUnsent,
  orFail,
  type PageAtWork,
} from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { runBounded } from './run-bounded.ts'
import type { PlacedPage } from './run-state.ts'
import { findPlace, lookUpPage, sendPage } from './send-page.ts'

/**
 * Send all pages; what becomes of each is told to the run's output.
 * @param run The run.
 */
export async function sendPlan(run: FolderRun): Promise<void> {
  const { output, plan, settings, state } = run
  const { hostToken, concurrency } = settings
  if (hostToken !== undefined) await checkIdentifiers(run, hostToken)
  for (const [{ path }, before] of run.moved) {
    output.warn(path, wordNotice('file-moved', output.nameOf(before)))
  }
  const waiting: WaitingPage[] = []
  await runBounded(plan.tree.roots, concurrency, async (node, add) => {
    await orFail(run, { node }, async () => {
      const page = await sendFirst(run, node)
      if (page !== undefined) waiting.push(page)
    })
    add(node.children)
  })
  state.endFirstPass()
  await runBounded(waiting, concurrency, (page) => orFail(run, page, () => sendAgain(run, page)))
}

/** A page for the second pass. */
interface WaitingPage extends PlacedPage, PageAtWork {}

/** @returns The page, when it is left for the second pass. */
async function sendFirst(run: FolderRun, node: PageNode): Promise<WaitingPage | undefined> {
  const { manifest, output, settings, state } = run
  const problem = state.problemOf(node)
  if (problem !== undefined) {
    state.recall(node, manifest.find(node.path))
    output.finish(node, problem.outcome, { message: problem.message })
    return undefined
  }
  if (state.stoppedBy() !== undefined) {
    finishLeft(run, { node })
    return undefined
  }
  if (node.parent !== undefined && state.isForeseen(node.parent)) {
    state.foresee(node)
    output.finish(node, 'created')
    return undefined
  }
  const place = findPlace(run, node)
  // Pages below one that fails can still be sent, where it is known from before.
  if (place.isSame) state.recall(node, place.before?.entry)
  const built = await run.builder.build(node)
  if (built.isComplete) {
    if (isAsSent(place, built)) finishUnsent(run, place, built)
    else {
      const sent = await sendPage(run, place, built, settings.overwrite)
      finishSent(run, place, sent, built.notices)
    }
    return undefined
  }
  if (place.isSame || (await lookUpPage(run, place))) return place
  const sent = await sendPage(run, place, built, settings.overwrite)
  if (!settings.dryRun) return { ...place, sent }
  finishSent(run, place, sent, built.notices)
  return undefined
}

/** The second pass, for one page. */
async function sendAgain(run: FolderRun, page: WaitingPage): Promise<void> {
  const { settings } = run
  const { node, sent, before, isSame } = page
  if (run.state.stoppedBy() !== undefined) return finishLeft(run, page)
  const built = await run.builder.build(node)
  if (settings.dryRun && !built.isComplete) return finishForeseen(run, page, built)
  if (sent?.hash === built.hash) return finishSent(run, page, sent, built.notices)
  if (isAsSent(page, built)) return finishUnsent(run, page, built)
  // What this client made itself, and could not finish, is not an overwritten page.
  const isOwn = sent?.imported.outcome === 'created' || (isSame && !before?.entry.isComplete)
  const last = await sendPage(run, page, built, settings.overwrite || isOwn)
  finishSent(run, page, last, built.notices)
}

function isAsSent({ isSame, before }: PlacedPage, { hash }: { readonly hash: string }): boolean {
  return isSame && before?.entry.hash === hash
}
