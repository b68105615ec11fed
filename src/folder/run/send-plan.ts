/** Sends the pages of a plan, parents before children, and then those whose links had to wait. @module */
import { runBounded } from '../../contract/base/run-bounded.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { PageOutcome } from '../folder-events.ts'
import type { PageNode } from '../plan/page-node.ts'
import { finishFailed, finishLeft, finishSent, finishUnsent, orFail } from './finish-page.ts'
import { type FolderRun, isWorded } from './folder-run.ts'
import { findByTitle } from './learn-addresses.ts'
import { findNewNotices } from './new-notices.ts'
import { failedLinkCodes } from './run-output.ts'
import {
  fieldsDigest,
  fieldsOf,
  giveWay,
  isPlaceForeseen,
  isPlaceOpen,
  sendPage,
} from './send-page.ts'
import { depthOf, findHolder } from './titles.ts'

export async function sendPlan(run: FolderRun): Promise<void> {
  const { settings, pages, builder, sign } = run
  const order = sendOrder(run)
  for (const node of settings.dryRun ? [] : order.aside) {
    if (sign.reason() !== undefined) break
    await orFail(run, node, async () => giveWay(run, node, await builder.build(node)))
  }
  const waiting: WaitingPage[] = []
  await order.work((node) =>
    orFail(run, node, async () => {
      const page = await sendFirst(run, node)
      if (page !== undefined) waiting.push(page)
    }),
  )
  pages.endFirstPass()
  await runBounded(waiting, settings.concurrency, ({ node, sent }) =>
    orFail(run, node, async () => finish(run, node, await builder.build(node), sent)),
  )
  await runBounded(pages.pagesWithWrongLinks(), settings.concurrency, (node) =>
    mendLinks(run, node),
  )
}

/** A page whose links to other pages are still to be written. */
interface WaitingPage {
  readonly node: PageNode
  /** Undefined where the page existed already, so that nothing was sent. */
  readonly sent?: PageOutcome
}

/** @returns The page, if it waits for the addresses of others. */
async function sendFirst(run: FolderRun, node: PageNode): Promise<WaitingPage | undefined> {
  const { pages, sign, settings, source } = run
  const { problem } = pages.of(node)
  if (problem !== undefined) return finishFailed(run, node, problem)
  if (sign.reason() !== undefined) return finishLeft(run, node)
  if (isPlaceOpen(run, node)) return finishLeft(run, node, waitsForPlace)
  const built = await run.builder.build(node)
  if (!built.isComplete && source === undefined) await findByTitle(run, node)
  const isOpen = !built.isComplete || pages.hasOpenLinks(node)
  if (isOpen && pages.of(node).state === 'there' && isSamePlace(run, node)) return { node }
  if (built.isComplete) return finish(run, node, built)
  const { outcome } = await sendPage(run, node, built, settings.overwrite)
  return { node, sent: outcome }
}

const waitsForPlace =
  'The page above it could not be sent yet. Import again: only what is left is sent.'

/** @param sent The outcome of sending the page without all of its links. */
async function finish(
  run: FolderRun,
  node: PageNode,
  built: BuiltPage,
  sent?: PageOutcome,
): Promise<undefined> {
  if (sent === undefined && isUnchanged(run, node, built)) return finishUnsent(run, node, built)
  // This run made the page, so it may overwrite it.
  const overwrite = run.settings.overwrite || sent === 'created'
  const imported = await sendPage(run, node, built, overwrite)
  const isChange = sent === 'created' || sent === 'updated'
  finishSent(run, node, built, isChange ? { ...imported, outcome: sent } : imported)
}

/** Rewrite links to pages that failed or got another address than reserved. */
async function mendLinks(run: FolderRun, node: PageNode): Promise<void> {
  const { pages, sign, output, builder, settings, isFirstRun } = run
  if (pages.of(node).state === 'failed' || sign.reason() !== undefined) return
  try {
    const built = await builder.build(node)
    const newNotices = findNewNotices(run, node, built)
    for (const notice of built.notices) {
      const isNew = isFirstRun ? undefined : newNotices.has(notice)
      if (failedLinkCodes.has(notice.code)) output.warnOnce(node.path, notice, isNew)
    }
    if (!settings.dryRun) await sendPage(run, node, built, true)
  } catch (error) {
    // The next run sends the page again, because its links differ.
    if (!isWorded(error)) throw error
  }
}

/**
 * Whether a page keeps its title and parent, so that no other page waits for it. It is sent once all
 * addresses are known, because a link to a failed page is not worth a version.
 */
function isSamePlace({ pages, source }: FolderRun, node: PageNode): boolean {
  // Without ids, title and place identify the page.
  if (source === undefined) return true
  const { record, homepageTitle } = pages.of(node)
  if (record === undefined || homepageTitle !== undefined) return record !== undefined
  return record.title === node.title && record.parentId === pages.parentIdOf(node)
}

/** Whether the store already has exactly this, by the last import of this source. */
function isUnchanged(run: FolderRun, node: PageNode, built: BuiltPage): boolean {
  const { record, id } = run.pages.of(node)
  if (record === undefined || record.pageId !== id || run.settings.resend) return false
  if (run.aside.has(node) || isPlaceForeseen(run, node)) return false
  return record.digest === fieldsDigest(fieldsOf(run, node, built))
}

function sendOrder(run: FolderRun) {
  const nodes = run.plan.tree.nodes.toSorted((a, b) => depthOf(a) - depthOf(b))
  const places = new Map(nodes.map((node, index) => [node, index]))
  const aside = new Set<PageNode>()
  const waitCounts = new Map<PageNode, number>()
  const waitingPages = new Map<PageNode, PageNode[]>()
  for (const [index, node] of nodes.entries()) {
    const holder = findHolder(run, node)
    const isLater = holder !== undefined && (places.get(holder) ?? -1) > index
    if (isLater) aside.add(holder)
    const awaited = new Set([node.parent, isLater ? undefined : holder, run.rivals.get(node)])
    const predecessors = [...awaited].filter((page) => page !== undefined && places.has(page))
    waitCounts.set(node, predecessors.length)
    for (const page of predecessors as PageNode[]) {
      const group = waitingPages.get(page)
      if (group === undefined) waitingPages.set(page, [node])
      else group.push(node)
    }
  }
  return {
    /** Pages that get a temporary title first, because a page before them wants their title. */
    aside: [...aside],
    /** Works on all pages, each once the pages that it waits for are done. */
    async work(work: (node: PageNode) => Promise<void>): Promise<void> {
      const ready = nodes.filter((node) => waitCounts.get(node) === 0)
      await runBounded(ready, run.settings.concurrency, async (node, add) => {
        await work(node)
        for (const next of waitingPages.get(node) ?? []) {
          const remaining = (waitCounts.get(next) as number) - 1
          waitCounts.set(next, remaining)
          if (remaining === 0) add([next])
        }
      })
    },
  }
}
