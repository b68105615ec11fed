/** Imports folders of Markdown: plans, sends what has changed, and tells the truth about it. @module */
import { findEndpoint } from '../http-client/find-endpoint.ts'
import type { FolderReport } from './folder-events.ts'
import { type FolderOptions, folderSettings } from './folder-options.ts'
import { isPlanWhole, planFolder } from './plan/plan-folder.ts'
import { findPagesWithoutFile } from './run/find-pages-without-file.ts'
import { startRun } from './run/folder-run.ts'
import { findCommit } from './run/git-renames.ts'
import { keepOrder } from './run/keep-order.ts'
import { manifestOf, openManifest } from './run/manifest.ts'
import { prunePages } from './run/prune-pages.ts'
import { startOutput } from './run/run-output.ts'
import { sendPlan } from './run/send-plan.ts'
import { withSmallHeap } from './small-heap.ts'

/**
 * Import files and folders: each file becomes a page, each folder the page above those of its files.
 * What was sent before and is the same is not sent again. What fails is in the report; the rest goes
 * on where it safely can. Meanwhile V8 collects garbage early, in the whole process.
 * @param options What, where to, and how.
 * @returns How many pages came to which end, the warnings by kind, and the milliseconds it took;
 * single pages and warnings are told to `onEvent` only.
 * @throws {ImportError} When `endpoint` is the address of a service, and that does not say where its
 * endpoint is.
 * @throws {ManifestError} When the manifest cannot be used.
 * @throws {Error} When a path of `paths` does not exist, with the system's `code`.
 * @example
 * const { counts, stoppedBy } = await importFolder({
 *   endpoint: 'https://docs.example.org/wiki/apps/app/env/webtrigger',
 *   token: process.env.MARKPORT_TOKEN,
 *   spaceId: 'DOCS',
 *   parentId: '123',
 *   paths: ['/repo/docs'],
 *   workingFolder: '/repo',
 *   onEvent(event) {
 *     if (event.type === 'page' && event.outcome === 'failed') console.error(event.file, event.message)
 *   },
 * })
 */
export function importFolder(options: FolderOptions): Promise<FolderReport> {
  return withSmallHeap(() => runImport(options))
}

async function runImport(options: FolderOptions): Promise<FolderReport> {
  const startedAt = performance.now()
  const patient = { ...options, onWait: waitTeller(options) }
  const endpoint = await findEndpoint(options.endpoint, patient)
  const settings = folderSettings({ ...patient, endpoint })
  const plan = await planFolder(options)
  const manifest = openManifest(
    manifestOf(options, plan),
    { endpoint, space: options.spaceId, parent: options.parentId },
    { isReadOnly: settings.dryRun, base: plan.base },
  )
  const output = startOutput(options, plan, manifest.told())
  const run = await startRun(plan, manifest, settings, output)
  if (plan.emptiness !== undefined) run.state.stop(plan.emptiness)
  await sendPlan(run)
  await keepOrder(run)
  const stoppedBy = run.state.stoppedBy()
  const { prune = false, hostToken } = options
  const isByToken = prune && hostToken !== undefined
  const isChecked = prune && !isByToken && stoppedBy === undefined
  const unfiled = await findPagesWithoutFile(run, { isChecked })
  const withoutFile = isByToken
    ? await prunePages(run, hostToken, unfiled, options.confirmPrune)
    : unfiled.map(({ file, title, pageId, url }) => ({ file, title, pageId, url }))
  const { counts } = output
  const isComplete = isPlanWhole(plan) && stoppedBy === undefined && counts.failed === 0
  const commit = isComplete ? await findCommit(plan.repository) : undefined
  if (commit !== undefined) manifest.noteCommit(commit)
  if (stoppedBy === undefined) manifest.noteTold(output.told(isComplete))
  manifest.save()
  const tokenExpiresAt = run.service.tokenExpiresAt()
  const [first] = plan.tree.roots
  const url = first && run.state.find(first)?.url
  const report: FolderReport = {
    counts: output.counts,
    ...output.warnings(),
    pruned: output.prunedPages(),
    withoutFile: withoutFile.map((page) => ({ ...page, file: output.nameOf(page.file) })),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ...(url === undefined ? {} : { url }),
    ...(tokenExpiresAt === undefined ? {} : { tokenExpiresAt }),
    ms: Math.round(performance.now() - startedAt),
  }
  options.onEvent?.({ type: 'summary', isDryRun: settings.dryRun, ...report })
  return report
}

/** Many requests may wait for one service. */
function waitTeller({ onEvent }: FolderOptions): (error: Error) => void {
  let isTold = false
  return ({ message }) => {
    if (!isTold) onEvent?.({ type: 'waiting', message })
    isTold = true
  }
}
