/** Sends the pages of a plan, parents before children. @module */
import { runBounded } from '../../base/run-bounded.ts'
import { ImportError } from '../../http-client/import-error.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { checkIdentifiers } from './check-identifiers.ts'
import {
  finishLeft,
  finishSent,
  finishUnsent,
  lookAtKnown,
  orFail,
  type PageAtWork,
} from './finish-page.ts'
import { type FolderRun, interruptible } from './folder-run.ts'
import type { SettledPage } from './known-pages.ts'
import { findPlace, lookUpPage, type PlacedPage } from './placed-page.ts'
import { findDeclaredPages, findFrontPage, recallPages } from './recall-pages.ts'
import { lookUpAddresses, reserveAddresses } from './reserve-addresses.ts'
import { isAsSent, sendPage, TitleTakenError } from './send-page.ts'
import { wordEnd } from './stop-sign.ts'
import { findHolder, findRivals, ownTitle } from './title-rivals.ts'

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
    // In reverse: where numbered titles move up, each page makes room for the one before it.
    for (const node of plan.tree.nodes.toReversed()) {
      await awaiting.get(node)?.again({ isTitleAwaited })
    }
    await sendLinked(run, left)
    // If no page gives up its title any more, stop waiting.
    isTitleAwaited = left.titleTaken.length < awaiting.size || (await makeRoom(run, left))
  }
  await mendLinks(run)
}

/** Learn all addresses that can be known before sending. */
async function learnAddresses(run: FolderRun): Promise<void> {
  const { service, settings, state } = run
  try {
    await findFrontPage(run)
    await findDeclaredPages(run)
    const unknown = await recallPages(run)
    if (state.stoppedBy() !== undefined) return
    // Report an invalid token even where nothing has to be sent.
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

/**
 * Give a page a temporary title where pages wait for each other's titles in a circle.
 * @returns Whether there was one.
 */
async function makeRoom(run: FolderRun, left: LeftForLater): Promise<boolean> {
  const page = findInCircle(run, left.titleTaken)
  if (page === undefined || run.aside.has(page.node)) return false
  const { node } = page
  left.titleTaken.splice(left.titleTaken.indexOf(page), 1)
  await orFail(run, page, async () => {
    const place = { ...findPlace(run, node), titleForNow: ownTitle(node) }
    const built = await run.builder.build(node)
    const { imported } = await sendPage(run, place, built, { overwrite: true })
    run.aside.set(node, imported.outcome)
    left.titleTaken.push(page)
  })
  await sendBelow(run, page.unsent, left, { isTitleAwaited: true })
  await sendLinked(run, left)
  return true
}

/** Follow each page to the page that has its title, or to its waiting parent. */
function findInCircle(
  run: FolderRun,
  titleTaken: readonly AwaitingTitle[],
): AwaitingTitle | undefined {
  const awaiting = new Map(titleTaken.map((page) => [page.node, page]))
  const nextOf = (node: PageNode): PageNode | undefined => {
    if (awaiting.has(node)) return findHolder(run, node)
    const above = node.parent && awaiting.get(node.parent)
    return above === undefined || above.unsent.includes(node) ? node.parent : undefined
  }
  for (const start of titleTaken) {
    const passed = new Set<PageNode>()
    let node: PageNode | undefined = start.node
    while (node !== undefined && !passed.has(node)) {
      passed.add(node)
      node = nextOf(node)
    }
    const page = node && awaiting.get(node)
    if (page !== undefined) return page
  }
  return undefined
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
    const unsent = run.aside.has(node) ? [] : node.children
    if (await orWait(run, { node, again, unsent }, left, work)) add(unsent)
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
  // Write existing pages last, when all new addresses are known.
  const there = state.find(node)
  const isThere = there !== undefined && run.seen.get(there.id) !== 'gone'
  const isMoved = (place.before?.entry.parentId ?? place.parentId) !== place.parentId
  // Its new parent may currently be below it.
  const isLater = isThere && !isMoved && state.leadsAhead(node)
  if (!built.isComplete || isLater) {
    waiting.push(await sendUnlinked(run, place, built, isTitleAwaited))
    return
  }
  if (isAsSent(place, built)) return finishUnsent(run, place, built)
  // Same rule as in a dry run: the first page in the tree gets a contested title.
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

/** Tell whether a parent above may still be made; sent elsewhere, the page would be duplicated. */
function isPlaceOpen({ state }: FolderRun, node: PageNode): boolean {
  for (let { parentId, parent } = node; parentId === undefined && parent !== undefined; ) {
    if (state.find(parent) !== undefined) return false
    if (state.isUndecided(parent)) return true
    ;({ parentId, parent } = parent)
  }
  return false
}

async function sendUnlinked(
  run: FolderRun,
  place: PlacedPage,
  built: BuiltPage,
  isTitleAwaited: boolean,
): Promise<WaitingPage> {
  if (run.state.find(place.node) ?? (await lookUpPage(run, place.node, place.parentId))) {
    return place
  }
  const { overwrite } = run.settings
  return { ...place, sent: await sendPage(run, place, built, { overwrite, isTitleAwaited }) }
}

async function sendLinked(run: FolderRun, left: LeftForLater): Promise<void> {
  run.state.endFirstPass()
  const send = async (page: WaitingPage, options: TitleOptions): Promise<void> => {
    const again = (then: TitleOptions): Promise<void> => send(page, then)
    await orWait(run, { ...page, again, unsent: [] }, left, () => sendAgain(run, page, options))
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
  // A page that this client created and did not finish may be overwritten.
  const isOwn = sent?.imported.outcome === 'created' || (isSame && !before?.entry.isComplete)
  const overwrite = settings.overwrite || isOwn
  const last = await sendPage(run, page, built, { overwrite, isTitleAwaited })
  finishSent(run, page, last, built)
}

interface WaitingPage extends PlacedPage, PageAtWork {}

interface LeftForLater {
  readonly waiting: WaitingPage[]
  /** Pages whose titles others may still give up. */
  readonly titleTaken: AwaitingTitle[]
}

interface TitleOptions {
  /** Whether another page may still give up the wanted title. */
  readonly isTitleAwaited: boolean
}

interface AwaitingTitle extends PageAtWork {
  /** Children that wait for it. */
  readonly unsent: readonly PageNode[]
  again(options: TitleOptions): Promise<void>
}

/**
 * Work on a page; with a taken title it waits.
 * @returns Whether the work is finished.
 */
async function orWait(
  run: FolderRun,
  page: AwaitingTitle,
  { titleTaken }: LeftForLater,
  work: () => Promise<void>,
): Promise<boolean> {
  let isOver = true
  await orFail(run, page, async () => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof TitleTakenError)) throw error
      isOver = false
      titleTaken.push(page)
    }
  })
  return isOver
}

/** Rewrite links to pages that ended at another address, or do not exist. */
async function mendLinks(run: FolderRun): Promise<void> {
  const { state, output, settings } = run
  await runBounded(state.misled(), settings.concurrency, async (page) => {
    const { path } = page.place.node
    // The next run will notice the changed text.
    if (state.stoppedBy() !== undefined) return
    try {
      for (const notice of await mend(run, page)) output.warn(path, notice)
    } catch (error) {
      const isWorded = error instanceof DocumentError || error instanceof ImportError
      if (!isWorded && !settings.connection.signal?.aborted) throw error
      output.warn(path, wordNotice('link-unmended', (error as Error).message))
    }
  })
}

/** @returns Notices that are new. */
async function mend(
  run: FolderRun,
  { place, hash, notices, outcome }: SettledPage,
): Promise<Notice[]> {
  const { builder, manifest, output, settings } = run
  const { node } = place
  const built = await builder.build(node)
  if (built.hash !== hash) {
    const entry = manifest.find(node.path)
    const now = { ...place, before: entry && { path: node.path, entry } }
    // A page that this run has sent may be overwritten.
    const overwrite = settings.overwrite || outcome !== 'unchanged'
    const { imported } = await sendPage(run, now, built, { overwrite })
    // Some wikis ignore the title in an address.
    const isChanged = imported.outcome !== 'unchanged'
    if (outcome === 'unchanged' && isChanged) output.amend(node, outcome, imported.outcome)
  }
  const said = new Set(notices.map(wording))
  return built.notices.filter((notice) => !said.has(wording(notice)))
}

function wording({ code, line, message }: Notice): string {
  return JSON.stringify([code, line, message])
}
