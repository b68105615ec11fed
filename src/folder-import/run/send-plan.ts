/**
 * Sends the pages of a plan, parents before children. Where the service gives addresses in advance,
 * each is sent once, with its links as they stay.
 * @module
 */
import { runBounded } from '../../base/run-bounded.ts'
import { ImportError } from '../../http-client/import-error.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { checkIdentifiers } from './check-identifiers.ts'
import { finishLeft, finishSent, finishUnsent, orFail, type PageAtWork } from './finish-page.ts'
import { type FolderRun, interruptible } from './folder-run.ts'
import type { SettledPage } from './given-links.ts'
import { lookAtKnown } from './page-outlook.ts'
import { findPlace, lookUpPage, type PlacedPage } from './placed-page.ts'
import { findDeclaredPages, findFrontPage, recallPages } from './recall-pages.ts'
import { lookUpAddresses, reserveAddresses } from './reserve-addresses.ts'
import { isAsSent, sendPage, TitleTakenError } from './send-page.ts'
import { wordEnd } from './stop-sign.ts'
import { findHolder, findRivals, ownTitle } from './title-rivals.ts'

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
    isTitleAwaited = left.titleTaken.length < awaiting.size || (await makeRoom(run, left))
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

/**
 * Give a page another title for now, where pages wait for each other's titles in a circle.
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

/** Each waits for the page that has its title, or for the one above it that waits. */
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
  // What is there already is written last, when it is known which of the new pages came to be.
  const there = state.find(node)
  const isThere = there !== undefined && run.seen.get(there.id) !== 'gone'
  const isMoved = (place.before?.entry.parentId ?? place.parentId) !== place.parentId
  // What stands below it may have to be above it first.
  const isLater = isThere && !isMoved && state.leadsAhead(node)
  if (!built.isComplete || isLater) {
    waiting.push(await sendUnlinked(run, place, built, isTitleAwaited))
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

/** Have a page wait whose links cannot all be written. */
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

/** Send the pages that wait for a second pass. */
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
  // What this client made itself, and could not finish, is not an overwritten page.
  const isOwn = sent?.imported.outcome === 'created' || (isSame && !before?.entry.isComplete)
  const overwrite = settings.overwrite || isOwn
  const last = await sendPage(run, page, built, { overwrite, isTitleAwaited })
  finishSent(run, page, last, built)
}

/** A page for the second pass. */
interface WaitingPage extends PlacedPage, PageAtWork {}

interface LeftForLater {
  /** For a second pass. */
  readonly waiting: WaitingPage[]
  /** Other pages may still give up the titles of these. */
  readonly titleTaken: AwaitingTitle[]
}

interface TitleOptions {
  /** Another page may still give up the title that this one is to get. */
  readonly isTitleAwaited: boolean
}

interface AwaitingTitle extends PageAtWork {
  /** What stands below it and waits for it. */
  readonly unsent: readonly PageNode[]
  /** Try once more. */
  again(options: TitleOptions): Promise<void>
}

/**
 * Work on a page as `orFail` does; where its title is taken, it waits.
 * @returns Whether the work on it is over.
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

/** Write links anew that lead to pages which came to be elsewhere, or not at all, once all others are done. */
async function mendLinks(run: FolderRun): Promise<void> {
  const { state, output, settings } = run
  await runBounded(state.misled(), settings.concurrency, async (page) => {
    const { path } = page.place.node
    // The next run finds that its text is another.
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

/** @returns What is to be said beside what was said before. */
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
    // What this run has sent itself is not an overwritten page.
    const overwrite = settings.overwrite || outcome !== 'unchanged'
    const { imported } = await sendPage(run, now, built, { overwrite })
    // To some wikis an address with another title in it is the same.
    const isChanged = imported.outcome !== 'unchanged'
    // One that has gone meanwhile is made anew.
    if (outcome === 'unchanged' && isChanged) output.amend(node, outcome, imported.outcome)
  }
  const said = new Set(notices.map(wording))
  return built.notices.filter((notice) => !said.has(wording(notice)))
}

function wording({ code, line, message }: Notice): string {
  return JSON.stringify([code, line, message])
}
