/**
 * The way to a service that gives no addresses in advance: what links to pages whose address is not
 * known yet waits for a second pass, unless it has to be made to have an address itself.
 * @module
 */
import type { BuiltPage } from '../content/page-builder.ts'
import { finishSent, finishUnsent, orFail, type PageAtWork } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { lookUpPage } from './look-up-addresses.ts'
import { runBounded } from './run-bounded.ts'
import type { PlacedPage } from './run-state.ts'
import { isAsSent, sendPage } from './send-page.ts'

/** A page for the second pass. */
export interface WaitingPage extends PlacedPage, PageAtWork {}

/**
 * Have a page wait whose links cannot all be written.
 * @param run The run.
 * @param place The page.
 * @param built What is known of its content.
 */
export async function sendUnlinked(
  run: FolderRun,
  place: PlacedPage,
  built: BuiltPage,
): Promise<WaitingPage> {
  if (run.state.find(place.node) ?? (await lookUpPage(run, place.node, place.parentId))) {
    return place
  }
  const { overwrite } = run.settings
  return { ...place, sent: await sendPage(run, place, built, { overwrite }) }
}

/**
 * Send the pages that wait.
 * @param run The run.
 * @param waiting The pages.
 */
export async function sendLinked(run: FolderRun, waiting: readonly WaitingPage[]): Promise<void> {
  run.state.endFirstPass()
  await runBounded(waiting, run.settings.concurrency, (page) =>
    orFail(run, page, () => sendAgain(run, page)),
  )
}

async function sendAgain(run: FolderRun, page: WaitingPage): Promise<void> {
  const { settings } = run
  const { node, sent, before, isSame } = page
  const built = await run.builder.build(node)
  if (sent?.hash === built.hash) return finishSent(run, page, sent, built)
  if (isAsSent(page, built)) return finishUnsent(run, page, built)
  // What this client made itself, and could not finish, is not an overwritten page.
  const isOwn = sent?.imported.outcome === 'created' || (isSame && !before?.entry.isComplete)
  const last = await sendPage(run, page, built, { overwrite: settings.overwrite || isOwn })
  finishSent(run, page, last, built)
}
