/** One run over the files of a folder: an import, or a dry run of it. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { requestArrangement } from '../../http-client/request-reservations.ts'
import type { FolderReport } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { isPlanWhole, planFolder } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file/compare-plans.ts'
import {
  type ImportPlan,
  type PlannedPage,
  pickPage,
  plannedOptions,
  plannedTarget,
} from '../plan-file/plan-file.ts'
import { type FolderRun, interruptible, startRun } from './folder-run.ts'
import { findCommit } from './git-renames.ts'
import { manifestOf, openManifest } from './manifest.ts'
import { findPagesWithoutFile, foreseenPrune, prunePages, shownPage } from './prune-pages.ts'
import { startOutput } from './run-output.ts'
import { sendPlan } from './send-plan.ts'

export interface RunEnd {
  readonly report: FolderReport
  /** Set where `planFile` asks for it. */
  readonly plan: ImportPlan | undefined
  nameOf(file: string): string
}

/**
 * Run an import or dry run.
 * @param expected Required state of pages; by default any.
 */
export async function runFolder(
  settings: FolderSettings,
  expected?: ExpectedPages,
): Promise<RunEnd> {
  const startedAt = performance.now()
  const { endpoint, spaceId: space, parentId: parent } = settings
  const tree = await planFolder(settings)
  const manifest = openManifest(
    manifestOf(settings, tree),
    { endpoint, space, parent },
    { isReadOnly: settings.dryRun || settings.previewUrl !== undefined, base: tree.base },
  )
  const output = startOutput(settings, tree, manifest.told())
  const run = await startRun(tree, manifest, settings, output, expected)
  if (tree.emptiness !== undefined) run.state.stop(tree.emptiness)
  let withoutFile: ImportPlan['withoutFile'] = []
  await sendPlan(run)
  await interruptible(run, async () => {
    await keepOrder(run)
    withoutFile = await settleUnfiled(run)
  })
  const { counts } = output
  const stoppedBy = run.state.stoppedBy()
  const isComplete = isPlanWhole(tree) && stoppedBy === undefined && counts.failed === 0
  const commit = isComplete ? await findCommit(tree.repository) : undefined
  if (commit !== undefined) manifest.noteCommit(commit)
  if (stoppedBy === undefined) manifest.noteTold(output.told(isComplete))
  manifest.save()
  const tokenExpiresAt = run.service.tokenExpiresAt()
  const requests = countRequests(run)
  const [first] = tree.tree.roots
  const url = first && run.state.find(first)?.url
  const report: FolderReport = {
    counts,
    ...output.warnings(),
    pruned: output.prunedPages(),
    withoutFile: withoutFile.map((page) => ({ ...page, file: output.nameOf(page.file) })),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ...(url === undefined ? {} : { url }),
    ...(requests === undefined ? {} : { requests }),
    ...(tokenExpiresAt === undefined ? {} : { tokenExpiresAt }),
    ms: Math.round(performance.now() - startedAt),
  }
  const isPlanned = settings.planFile !== undefined && stoppedBy === undefined
  const plan = isPlanned ? makePlan(run, { withoutFile, requests }) : undefined
  return { report, plan, nameOf: output.nameOf }
}

/** Find the pages without files, and remove them where requested. */
async function settleUnfiled(run: FolderRun): Promise<ImportPlan['withoutFile']> {
  const { prune = false, hostToken, confirmPrune } = run.settings
  const isByToken = prune && hostToken !== undefined
  const isChecked = prune && !isByToken && run.state.stoppedBy() === undefined
  const unfiled = await findPagesWithoutFile(run, { isChecked })
  if (isByToken) return prunePages(run, hostToken, unfiled, confirmPrune)
  const isPreview = run.settings.previewUrl !== undefined
  return unfiled.map((page) => (isPreview ? foreseenPrune(run, page) : shownPage(page)))
}

function countRequests(run: FolderRun): number | undefined {
  const { output, settings } = run
  const ofPages = output.requests()
  return settings.dryRun && ofPages !== undefined ? ofPages + countOrderRequests(run) : undefined
}

/** For another wiki this many already take seconds. */
const parentsPerRequest = 50

async function keepOrder(run: FolderRun): Promise<void> {
  const { settings, state, service, output, manifest } = run
  if (settings.dryRun || state.stoppedBy() !== undefined) return
  const children = Map.groupBy(run.plan.tree.nodes, (node) => parentIdOf(run, node))
  const parents = severalBelow(children)
  // The embedded wiki is always in order.
  if (parents.length === 0 || !manifest.isElsewhere()) return
  if (!(await service.reservesPages())) return
  for (let at = 0; at < parents.length; at += parentsPerRequest) {
    const ids = parents.slice(at, at + parentsPerRequest).map(([id]) => id as string)
    for (const { parentId, message } of await askFor(run, ids)) {
      const [first] = children.get(parentId) ?? []
      if (first === undefined) continue
      output.warn(first.parent?.path ?? first.path, wordNotice('order-left', message))
    }
  }
}

/** Estimate the requests for the order; moves add to them. */
function countOrderRequests(run: FolderRun): number {
  const parentOf = (node: PageNode): unknown => node.parentId ?? node.parent ?? 'top'
  return severalBelow(Map.groupBy(run.plan.tree.nodes, parentOf)).length
}

function severalBelow<Parent>(
  children: ReadonlyMap<Parent, readonly PageNode[]>,
): [Parent, readonly PageNode[]][] {
  return [...children].filter(([id, nodes]) => id !== undefined && nodes.length > 1)
}

function parentIdOf({ settings, state }: FolderRun, node: PageNode): string | undefined {
  if (state.find(node) === undefined) return undefined
  if (node.parentId !== undefined) return node.parentId
  return node.parent === undefined ? settings.parentId : state.find(node.parent)?.id
}

/** A wrong order must not fail a run whose pages are all there. */
async function askFor(
  { settings: { connection, spaceId } }: FolderRun,
  ids: readonly string[],
): ReturnType<typeof requestArrangement> {
  try {
    return await requestArrangement(connection, spaceId, ids)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return ids.map((parentId) => ({ parentId, message: error.message }))
  }
}

/** Make a plan. */
function makePlan(
  run: FolderRun,
  { withoutFile, requests }: Pick<ImportPlan, 'withoutFile'> & { requests: number | undefined },
): ImportPlan {
  const { settings, output, plan } = run
  return {
    version: 1,
    madeAt: new Date().toISOString(),
    ...plannedTarget(settings),
    options: plannedOptions(settings),
    counts: output.counts,
    ...(requests === undefined ? {} : { requests }),
    pages: plan.tree.nodes.flatMap((node) => plannedPage(run, node)),
    withoutFile,
  }
}

function plannedPage({ settings, output }: FolderRun, node: PageNode): PlannedPage[] {
  const end = output.ends.get(node)
  if (end === undefined) return []
  const { outcome, outlook, message, key, ends } = end
  return [
    {
      file: node.path,
      title: node.title,
      below: node.parentId ?? node.parent?.path ?? settings.parentId,
      outcome,
      ...outlook,
      ...(message === undefined ? {} : { message }),
      ...(key === undefined ? {} : { key }),
      ...(ends?.there && { page: pickPage(ends.there) }),
      ...(ends?.isOurs && { isOurs: true }),
      ...(ends && { digest: ends.digest }),
    },
  ]
}
