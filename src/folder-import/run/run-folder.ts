/** One run over the files of a folder: an import, or a dry run of it. @module */
import type { FolderReport } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import { isPlanWhole, planFolder } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file/expected-pages.ts'
import type { ImportPlan } from '../plan-file/import-plan.ts'
import { findPagesWithoutFile } from './find-pages-without-file.ts'
import { type FolderRun, startRun } from './folder-run.ts'
import { findCommit } from './git-renames.ts'
import { interruptible } from './interruptible.ts'
import { countOrderRequests, keepOrder } from './keep-order.ts'
import { makePlan } from './make-plan.ts'
import { manifestOf, openManifest } from './manifest.ts'
import { foreseenPrune, prunePages, shownPage } from './prune-pages.ts'
import { startOutput } from './run-output.ts'
import { sendPlan } from './send-plan.ts'

/** What a run came to. */
export interface RunEnd {
  readonly report: FolderReport
  /** Where `planFile` asks for it. */
  readonly plan: ImportPlan | undefined
  /** Names a file of the plan as seen from the working folder. */
  nameOf(file: string): string
}

/**
 * Run.
 * @param settings What, where to, and how.
 * @param expected What pages must be like to be written; by default anything.
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

/** Find the pages that no file stands for any more, and trash those that can go, where that is asked for. */
async function settleUnfiled(run: FolderRun): Promise<ImportPlan['withoutFile']> {
  const { prune = false, hostToken, confirmPrune } = run.settings
  const isByToken = prune && hostToken !== undefined
  const isChecked = prune && !isByToken && run.state.stoppedBy() === undefined
  const unfiled = await findPagesWithoutFile(run, { isChecked })
  if (isByToken) return prunePages(run, hostToken, unfiled, confirmPrune)
  const isPreview = run.settings.previewUrl !== undefined
  return unfiled.map((page) => (isPreview ? foreseenPrune(run, page) : shownPage(page)))
}

/** Undefined where nothing would be asked of another wiki. */
function countRequests(run: FolderRun): number | undefined {
  const { output, settings } = run
  const ofPages = output.requests()
  return settings.dryRun && ofPages !== undefined ? ofPages + countOrderRequests(run) : undefined
}
