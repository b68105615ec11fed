/** Imports folders of Markdown: plans, sends what has changed, and tells the truth about it. @module */
import { findEndpoint } from '../http-client/find-endpoint.ts'
import type { FolderReport } from './folder-events.ts'
import { type FolderOptions, type FolderSettings, folderSettings } from './folder-options.ts'
import { applyPlan } from './plan-file/apply-plan.ts'
import { writePlan } from './plan-file/plan-file.ts'
import { previewFolder } from './preview-folder.ts'
import { runFolder } from './run/run-folder.ts'
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
 * @throws {PlanError} When a plan cannot be written, read or applied.
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
  const { planFile, dryRun } = settings
  const ended = await run(settings)
  const report = { ...ended, ms: Math.round(performance.now() - startedAt) }
  const isDryRun = dryRun || planFile !== undefined
  options.onEvent?.({ type: 'summary', isDryRun, ...report })
  return report
}

function run(settings: FolderSettings): Promise<FolderReport> {
  const { applyFile, preview } = settings
  if (preview !== undefined) return previewFolder(settings, preview)
  return applyFile === undefined ? look(settings) : applyPlan(settings, applyFile)
}

/** A plan is written at the end of a dry run. */
async function look(settings: FolderSettings): Promise<FolderReport> {
  const { planFile, dryRun } = settings
  const { report, plan } = await runFolder({
    ...settings,
    dryRun: dryRun || planFile !== undefined,
  })
  if (planFile !== undefined && plan !== undefined) writePlan(planFile, plan)
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
