/**
 * The pages that wait for a second pass: those that are there, and link to pages which are still to
 * be made; and all that link to pages whose address is not known, where the service gives none in
 * advance. What has to be made to have an address itself is then sent twice.
 * @module
 */
import { runBounded } from '../../base/run-bounded.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { finishSent, finishUnsent } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { type LeftForLater, orWait, type TitleOptions, type WaitingPage } from './left-for-later.ts'
import { lookUpPage } from './look-up-page.ts'
import type { PlacedPage } from './placed-page.ts'
import { isAsSent, sendPage } from './send-page.ts'

/**
 * Have a page wait whose links cannot all be written.
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

/** Send the pages that wait for a second pass. */
export async function sendLinked(run: FolderRun, left: LeftForLater): Promise<void> {
  run.state.endFirstPass()
  const send = async (page: WaitingPage, options: TitleOptions): Promise<void> => {
    const again = (then: TitleOptions): Promise<void> => send(page, then)
    await orWait(run, { ...page, again }, left, () => sendAgain(run, page, options))
  }
  await runBounded(left.waiting.splice(0), run.settings.concurrency, (page) =>
    send(page, { isTitleAwaited: true }),
  )
}

async function sendAgain(
  run: FolderRun,
  page: WaitingPage,
  { isTitleAwaited }: TitleOptions,
): Promise<void> {
  const { settings } = run
  const { node, sent, before, isSame } = page
  const built = await run.builder.build(node)
  if (sent?.hash === built.hash) return finishSent(run, page, sent, built)
  if (sent === undefined && isAsSent(page, built)) return finishUnsent(run, page, built)
  // What this client made itself, and could not finish, is not an overwritten page.
  const isOwn = sent?.imported.outcome === 'created' || (isSame && !before?.entry.isComplete)
  const overwrite = settings.overwrite || isOwn
  const last = await sendPage(run, page, built, { overwrite, isTitleAwaited })
  finishSent(run, page, last, built)
}
