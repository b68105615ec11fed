/** Sends the pages of a plan, parents before children, and then those whose links had to wait. @module */
import { runBounded } from '../../contract/base/run-bounded.ts'
import { sentDigest } from '../../contract/sent-digest.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { PageOutcome } from '../folder-events.ts'
import { finishSent, finishUnsent, finishWithout, orFail } from './finish-page.ts'
import { type FolderRun, isWorded } from './folder-run.ts'
import { findByTitle } from './learn-addresses.ts'
import { findNewNotices } from './new-notices.ts'
import { failedLinkCodes } from './run-output.ts'
import type { RunPage } from './run-pages.ts'
import { fieldsOf, giveWay, isPlaceForeseen, isPlaceOpen, sendPage } from './send-page.ts'
import { sourcePath } from './source-name.ts'
import { depthOf, findHolder } from './titles.ts'

export async function sendPlan(run: FolderRun): Promise<void> {
  const { settings, pages, builder, sign } = run
  const order = sendOrder(run)
  for (const page of settings.dryRun ? [] : order.aside) {
    if (sign.reason() !== undefined) break
    await orFail(run, page, async () => giveWay(run, page, await builder.build(page.node)))
  }
  const waiting: WaitingPage[] = []
  await order.work((page) =>
    orFail(run, page, async () => {
      const waitingPage = await sendFirst(run, page)
      if (waitingPage !== undefined) waiting.push(waitingPage)
    }),
  )
  pages.endFirstPass()
  await runBounded(waiting, settings.concurrency, ({ page, sent }) =>
    orFail(run, page, async () => finish(run, page, await builder.build(page.node), sent)),
  )
  await runBounded(pages.pagesWithWrongLinks(), settings.concurrency, (page) =>
    mendLinks(run, page),
  )
}

/** A page whose links to other pages are still to be written. */
interface WaitingPage {
  readonly page: RunPage
  /** Undefined where the page existed already, so that nothing was sent. */
  readonly sent?: PageOutcome
}

/** @returns The page, if its links wait for the addresses of other pages. */
async function sendFirst(run: FolderRun, page: RunPage): Promise<WaitingPage | undefined> {
  const { sign, settings, source } = run
  if (page.problem !== undefined) return finishWithout(run, page, 'failed', page.problem)
  if (sign.reason() !== undefined) return finishWithout(run, page, 'not-sent')
  if (isPlaceOpen(run, page))
    return finishWithout(run, page, 'not-sent', { message: waitsForPlace })
  const built = await run.builder.build(page.node)
  if (!built.isComplete && source === undefined) await findByTitle(run, page)
  const isOpen = !built.isComplete || page.hasOpenLinks
  if (isOpen && page.state === 'there' && isSamePlace(run, page)) return { page }
  if (built.isComplete) return finish(run, page, built)
  const { outcome } = await sendPage(run, page, built, settings.overwrite)
  return { page, sent: outcome }
}

const waitsForPlace =
  'The page above it could not be sent yet. Import again: only what is left is sent.'

/** @param sent The outcome of sending the page without all of its links. */
async function finish(
  run: FolderRun,
  page: RunPage,
  built: BuiltPage,
  sent?: PageOutcome,
): Promise<undefined> {
  if (sent === undefined && isUnchanged(run, page, built)) return finishUnsent(run, page, built)
  // This run made the page, so it may overwrite it.
  const overwrite = run.settings.overwrite || sent === 'created'
  const imported = await sendPage(run, page, built, overwrite)
  const isChange = sent === 'created' || sent === 'updated'
  finishSent(run, page, built, isChange ? { ...imported, outcome: sent } : imported)
}

/** Rewrite links to pages that failed or got another address than reserved. */
async function mendLinks(run: FolderRun, page: RunPage): Promise<void> {
  const { sign, output, builder, settings, isFirstRun } = run
  const { node, state } = page
  if (state === 'failed' || sign.reason() !== undefined) return
  try {
    const built = await builder.build(node)
    const newNotices = findNewNotices(page, built)
    for (const notice of built.notices) {
      const isNew = isFirstRun ? undefined : newNotices.has(notice)
      if (failedLinkCodes.has(notice.code)) output.warnOnce(node.path, notice, isNew)
    }
    if (!settings.dryRun) await sendPage(run, page, built, true)
  } catch (error) {
    // The next run sends the page again, because its links differ.
    if (!isWorded(error)) throw error
  }
}

/**
 * Whether a page keeps its title and parent, so that no other page waits for it. It is sent once all
 * addresses are known, because a link to a failed page is not worth a version.
 */
function isSamePlace({ pages, source }: FolderRun, page: RunPage): boolean {
  // Without ids, title and place identify the page.
  if (source === undefined) return true
  const { node, record, homepageTitle } = page
  if (record === undefined || homepageTitle !== undefined) return record !== undefined
  return record.title === node.title && record.parentId === pages.parentIdOf(page)
}

/** Whether the last import of this source already stored exactly this content for this file. */
function isUnchanged(run: FolderRun, page: RunPage, built: BuiltPage): boolean {
  const { record, id, isAside } = page
  if (record === undefined || record.pageId !== id || run.settings.resend) return false
  if (isAside || isPlaceForeseen(run, page)) return false
  // A file that was renamed is sent once more, so that the store knows its path.
  if (record.path !== sourcePath(run.plan, page.node)) return false
  return record.digest === sentDigest(fieldsOf(run, page, built))
}

function sendOrder(run: FolderRun) {
  const { pages, plan } = run
  const ordered = plan.tree.nodes.toSorted((a, b) => depthOf(a) - depthOf(b)).map(pages.of)
  const places = new Map(ordered.map((page, index) => [page, index]))
  const aside = new Set<RunPage>()
  const predecessors = new Map<RunPage, readonly RunPage[]>()
  for (const [index, page] of ordered.entries()) {
    const { parent } = page.node
    const holder = findHolder(run, page)
    const isLater = holder !== undefined && (places.get(holder) ?? -1) > index
    if (isLater) aside.add(holder)
    const awaited = new Set([parent && pages.of(parent), isLater ? undefined : holder, page.rival])
    const earlier = [...awaited].filter((other) => other !== undefined && places.has(other))
    predecessors.set(page, earlier as RunPage[])
  }
  return {
    /** Pages that get a temporary title first, because a page before them wants their title. */
    aside: [...aside],
    /** Works on all pages, each once the pages that it waits for are done: they come before it. */
    async work(work: (page: RunPage) => Promise<void>): Promise<void> {
      const tasks = new Map<RunPage, Promise<void>>()
      await runBounded(ordered, run.settings.concurrency, (page) => {
        const awaited = predecessors.get(page)?.map((predecessor) => tasks.get(predecessor))
        const task = Promise.all(awaited ?? []).then(() => work(page))
        tasks.set(page, task)
        return task
      })
    },
  }
}
