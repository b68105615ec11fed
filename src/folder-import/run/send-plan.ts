/**
 * Sends the pages of a plan in two passes. The first goes from parents to children and learns the
 * address of every page; what links to pages whose address is not known by then waits for the
 * second, and is sent in that one only, unless it had to be made to have an address itself.
 * @module
 */

import { notice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { checkIdentifiers } from './check-identifiers.ts'
import { finishForeseen, finishLeft, finishSent, finishUnsent, orFail } from './finish-page.ts'
import { type FolderRun, type FolderSettings, startRun, type Waiting } from './folder-run.ts'
import type { KnownPages } from './known-pages.ts'
import type { Manifest } from './manifest.ts'
import { runBounded } from './run-bounded.ts'
import type { RunOutput } from './run-output.ts'
import { findPlace, lookUp, send } from './send-page.ts'

/**
 * Run a plan.
 * @param plan What to send.
 * @param manifest What was sent before; takes what is acknowledged.
 * @param settings Where to and how.
 * @param output Hears of every page.
 * @returns Why the run ended early, and which page belongs to which file.
 */
export async function runPages(
  plan: FolderPlan,
  manifest: Manifest,
  settings: FolderSettings,
  output: RunOutput,
): Promise<{ stoppedBy: string | undefined; known: KnownPages }> {
  const run = startRun(plan, manifest, settings, output)
  const { hostToken } = settings
  if (hostToken !== undefined) await checkIdentifiers(run, plan.tree.nodes, hostToken)
  for (const [{ path }, before] of run.moved) {
    output.warn(path, notice('file-moved', output.nameOf(before)))
  }
  const waiting: Waiting[] = []
  await runBounded(plan.tree.roots, settings.concurrency, async (node, add) => {
    await orFail(run, { node }, async () => {
      const page = await place(run, node)
      if (page !== undefined) waiting.push(page)
    })
    add(node.children)
  })
  run.known.endFirstPass()
  await runBounded(waiting, settings.concurrency, (page) =>
    orFail(run, page, () => fill(run, page)),
  )
  return { stoppedBy: run.stop.reason(), known: run.known }
}

/**
 * The first pass, for one page.
 * @returns The page, when it is left for the second pass.
 */
async function place(run: FolderRun, node: PageNode): Promise<Waiting | undefined> {
  const { known, output, settings } = run
  if (node.problem !== undefined) {
    keepFromBefore(run, node)
    output.finish(node, node.problem.outcome, { message: node.problem.message })
    return undefined
  }
  if (run.stop.reason() !== undefined) {
    finishLeft(run, { node })
    return undefined
  }
  if (node.parent !== undefined && known.isForeseen(node.parent)) {
    known.foresee(node)
    output.finish(node, 'created')
    return undefined
  }
  const placed = findPlace(run, node)
  const { before, isSame } = placed
  if (isSame) keepFromBefore(run, node, before?.path)
  const built = await run.pages.build(node)
  if (built.isComplete) {
    if (isSame && before?.entry.hash === built.hash) finishUnsent(run, placed, built)
    else {
      finishSent(run, placed, await send(run, placed, built, settings.overwrite), built.notices)
    }
    return undefined
  }
  if (isSame || (await lookUp(run, placed))) return placed
  const sent = await send(run, placed, built, settings.overwrite)
  if (!settings.dryRun) return { ...placed, sent }
  finishSent(run, placed, sent, built.notices)
  return undefined
}

/** The second pass, for one page. */
async function fill(run: FolderRun, page: Waiting): Promise<void> {
  const { settings } = run
  const { node, sent, before, isSame } = page
  if (run.stop.reason() !== undefined) return finishLeft(run, page)
  const built = await run.pages.build(node)
  if (settings.dryRun && !built.isComplete) return finishForeseen(run, page, built)
  if (sent?.hash === built.hash) return finishSent(run, page, sent, built.notices)
  if (isSame && before?.entry.hash === built.hash) return finishUnsent(run, page, built)
  // What this client made itself, and could not finish, is not an overwritten page.
  const isOwn = sent?.imported.outcome === 'created' || (isSame && !before?.entry.isComplete)
  const last = await send(run, page, built, settings.overwrite || isOwn)
  finishSent(run, page, last, built.notices)
}

/** Pages below one that fails can still be sent, where it is known from before. */
function keepFromBefore({ known, manifest }: FolderRun, node: PageNode, path = node.path): void {
  const entry = manifest.find(path)
  if (entry === undefined) known.lose(node)
  else known.set(node, { id: entry.pageId, url: entry.url })
}
