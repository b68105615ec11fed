/**
 * The pages that wait for a second pass: those that are there, and link to pages which are still to
 * be made; and all that link to pages whose address is not known, where the service gives none in
 * advance. What has to be made to have an address itself is then sent twice.
 * @module
 */
import { runBounded } from '../../base/run-bounded.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { finishSent, finishUnsent, orFail, type PageAtWork } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { lookUpPage } from './look-up-page.ts'
import type { PlacedPage } from './placed-page.ts'
import { isAsSent, sendPage, TitleTakenError } from './send-page.ts'

/** A page for the second pass. */
export interface WaitingPage extends PlacedPage, PageAtWork {}

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

/** Send the pages that wait. */
export async function sendLinked(run: FolderRun, waiting: readonly WaitingPage[]): Promise<void> {
  run.state.endFirstPass()
  const titleTaken: WaitingPage[] = []
  await runBounded(waiting, run.settings.concurrency, (page) =>
    orFail(run, page, async () => {
      try {
        await sendAgain(run, page, { isTitleAwaited: true })
      } catch (error) {
        if (!(error instanceof TitleTakenError)) throw error
        titleTaken.push(page)
      }
    }),
  )
  for (const page of titleTaken.reverse()) {
    await orFail(run, page, () => sendAgain(run, page, { isTitleAwaited: false }))
  }
}

async function sendAgain(
  run: FolderRun,
  page: WaitingPage,
  { isTitleAwaited }: { readonly isTitleAwaited: boolean },
): Promise<void> {
  const { settings } = run
  const { node, sent, before, isSame } = page
  const built = await run.builder.build(node)
  if (sent?.hash === built.hash) return finishSent(run, page, sent, built)
  if (isAsSent(page, built)) return finishUnsent(run, page, built)
  // What this client made itself, and could not finish, is not an overwritten page.
  const isOwn = sent?.imported.outcome === 'created' || (isSame && !before?.entry.isComplete)
  const overwrite = settings.overwrite || isOwn
  const last = await sendPage(run, page, built, { overwrite, isTitleAwaited })
  finishSent(run, page, last, built)
}
