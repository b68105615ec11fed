/** Sends the pages of a plan, parents before children. @module */
import { runBounded } from '../../contract/base/run-bounded.ts'
import { ImportError } from '../client/exchange.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageOutcome } from '../folder-events.ts'
import type { PageNode } from '../plan/page-node.ts'
import { finishFailed, finishLeft, finishSent, finishUnsent, orFail } from './finish-page.ts'
import type { FolderRun } from './folder-run.ts'
import { askForPage } from './learn-addresses.ts'
import { fieldsDigest, fieldsOf, findParentId, isPlaceForeseen } from './page-fields.ts'
import { failedLinkCodes } from './run-output.ts'
import { sendOrder } from './send-order.ts'
import { giveWay, sendPage } from './send-page.ts'

export async function sendPlan(run: FolderRun): Promise<void> {
  const { settings, pages, builder, sign } = run
  const order = sendOrder(run)
  for (const node of settings.dryRun ? [] : order.aside) {
    if (sign.reason() !== undefined) break
    await orFail(run, { node }, async () => giveWay(run, node, await builder.build(node)))
  }
  const waiting: WaitingPage[] = []
  await order.work((node) =>
    orFail(run, { node }, async () => {
      const page = await sendFirst(run, node)
      if (page !== undefined) waiting.push(page)
    }),
  )
  pages.endFirstPass()
  await runBounded(waiting, settings.concurrency, (page) =>
    orFail(run, page, () => sendAgain(run, page)),
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

/** Rewrite links to pages that failed or got another address than reserved. */
async function mendLinks(run: FolderRun, node: PageNode): Promise<void> {
  const { pages, sign, output, builder, settings } = run
  if (pages.of(node).state === 'failed' || sign.reason() !== undefined) return
  try {
    const built = await builder.build(node)
    for (const notice of built.notices) {
      if (failedLinkCodes.has(notice.code)) output.warnOnce(node.path, notice)
    }
    if (!settings.dryRun) await sendPage(run, node, built, true)
  } catch (error) {
    const isWorded = error instanceof DocumentError || error instanceof ImportError
    if (!isWorded && !settings.connection.signal?.aborted) throw error
    // The next run sends the page again, because its links differ.
  }
}

/** @returns The page, if it waits for the addresses of others. */
async function sendFirst(run: FolderRun, node: PageNode): Promise<WaitingPage | undefined> {
  const { pages, settings, sign } = run
  const { problem, state } = pages.of(node)
  if (problem !== undefined) {
    finishFailed(run, node, problem)
    return undefined
  }
  if (sign.reason() !== undefined) {
    finishLeft(run, { node })
    return undefined
  }
  if (isPlaceOpen(run, node)) {
    finishLeft(run, { node }, waitsForPlace)
    return undefined
  }
  run.expected?.refuse(node)
  const built = await run.builder.build(node)
  if (state === 'there' && pages.hasOpenLinks(node) && isSamePlace(run, node)) return { node }
  if (built.isComplete) {
    if (isUnchanged(run, node, built)) await finishUnsent(run, node, built)
    else
      await finishSent(run, { node }, built, await sendPage(run, node, built, settings.overwrite))
    return undefined
  }
  if (state === 'there' || (await isThere(run, node))) return { node }
  const { outcome } = await sendPage(run, node, built, settings.overwrite)
  return { node, sent: outcome }
}

/** Whether a page exists, at a service that reserves none. */
async function isThere(run: FolderRun, node: PageNode): Promise<boolean> {
  const { pages, knowsIds, settings } = run
  if (knowsIds || settings.dryRun) return false
  const existing = await askForPage(run, node, findParentId(run, node))
  if (existing === undefined || pages.ownerOf(existing.id) !== undefined) return false
  pages.place(pages.of(node), 'there', existing.id, existing.url)
  return true
}

/**
 * Whether a page keeps its title and parent, so that no other page waits for it. It is sent once all
 * addresses are known, because a link to a failed page is not worth a version.
 */
function isSamePlace({ pages, settings, knowsIds }: FolderRun, node: PageNode): boolean {
  // Without ids, title and place identify the page.
  if (!knowsIds) return true
  const { record, homepageTitle } = pages.of(node)
  const parentId = node.parentId ?? (node.parent ? pages.of(node.parent).id : settings.parentId)
  const isSameTitle = homepageTitle !== undefined || record?.title === node.title
  return record !== undefined && isSameTitle && (record.parentId === parentId || !!homepageTitle)
}

const waitsForPlace =
  'The page above it could not be sent yet. Import again: only what is left is sent.'

/**
 * Whether a page above may still be made. Sent below another page now, this one would exist twice.
 */
function isPlaceOpen({ pages }: FolderRun, node: PageNode): boolean {
  for (let { parentId, parent } = node; parentId === undefined && parent !== undefined; ) {
    const { state, isUndecided } = pages.of(parent)
    if (state === 'there') return false
    if (isUndecided) return true
    ;({ parentId, parent } = parent)
  }
  return false
}

async function sendAgain(run: FolderRun, page: WaitingPage): Promise<void> {
  const { node, sent } = page
  const built = await run.builder.build(node)
  if (sent === undefined && isUnchanged(run, node, built)) return finishUnsent(run, node, built)
  // This run made the page, so it may overwrite it.
  const overwrite = run.settings.overwrite || sent === 'created'
  await finishSent(run, page, built, await sendPage(run, node, built, overwrite))
}

/** Whether the store already has exactly this, by the last import of this source. */
function isUnchanged(run: FolderRun, node: PageNode, built: BuiltPage): boolean {
  const { record, id } = run.pages.of(node)
  if (record === undefined || record.pageId !== id || run.settings.resend) return false
  if (run.aside.has(node) || isPlaceForeseen(run, node)) return false
  return record.digest === fieldsDigest(fieldsOf(run, node, built))
}
