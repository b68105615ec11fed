/** Imports folders of Markdown: plans, sends what has changed, and tells the truth about it. @module */
import { join } from 'node:path'
import type { Connection } from '../http-client/send-request.ts'
import type { FolderEvent, FolderReport } from './folder-events.ts'
import { type FolderSource, planFolder, sourceLimits } from './plan/plan-folder.ts'
import { findPagesWithoutFile } from './run/find-pages-without-file.ts'
import type { FolderSettings } from './run/folder-run.ts'
import { openManifest } from './run/manifest.ts'
import { startOutput } from './run/run-output.ts'
import { runPages } from './run/send-plan.ts'

export interface FolderOptions extends Connection, FolderSource {
  /** Id or key. */
  readonly spaceId: string
  /** Id of the page above all others. */
  readonly parentId: string
  /** A token of the wiki's own API, to check space and parent pages before anything is sent. */
  readonly hostToken?: string
  /** Update pages that are there; true by default. */
  readonly overwrite?: boolean
  /** Do every check, write nothing. */
  readonly dryRun?: boolean
  /** Requests at once; 3 by default. */
  readonly concurrency?: number
  /** Take out the heading that became the title. */
  readonly removeTitleHeading?: boolean
  /** Where to remember what was sent; by default in `.markport` beside the files. */
  readonly manifestFile?: string
  /** Send what the manifest says was sent as well. */
  readonly resend?: boolean
  /** Ask the service which pages without a file are still there, and list them. */
  readonly prune?: boolean
  /** Hears of each page and each warning as it comes. */
  readonly onEvent?: (event: FolderEvent) => void
}

/**
 * Import files and folders. What fails is in the report; the rest goes on where it safely can.
 * @param options What, where to, and how.
 * @throws {ManifestError} When the manifest cannot be used.
 */
export async function importFolder(options: FolderOptions): Promise<FolderReport> {
  const startedAt = performance.now()
  const settings = withDefaults(options)
  const plan = await planFolder(options)
  const output = startOutput(options, plan.tree.nodes, plan.base)
  options.onEvent?.({ type: 'plan', base: plan.base, pages: plan.tree.nodes.length })
  for (const { path, notice } of plan.notices) output.warn(path, notice)
  const manifest = openManifest(
    options.input
      ? undefined
      : (options.manifestFile ?? join(plan.base, '.markport', 'manifest.json')),
    { endpoint: options.endpoint, space: options.spaceId, parent: options.parentId },
    { isReadOnly: settings.dryRun },
  )
  const { stoppedBy, known } = await runPages(plan, manifest, settings, output)
  const isChecked = (options.prune ?? false) && stoppedBy === undefined
  const run = { plan, manifest, settings, known, isChecked }
  const withoutFile = await findPagesWithoutFile(run)
  manifest.save()
  const report: FolderReport = {
    counts: output.counts,
    ...output.warnings(),
    withoutFile: withoutFile.map((page) => ({ ...page, file: output.nameOf(page.file) })),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ms: Math.round(performance.now() - startedAt),
  }
  options.onEvent?.({ type: 'summary', isDryRun: settings.dryRun, ...report })
  return report
}

function withDefaults(options: FolderOptions): FolderSettings {
  return {
    connection: options,
    hostToken: options.hostToken,
    spaceId: options.spaceId,
    parentId: options.parentId,
    overwrite: options.overwrite ?? true,
    dryRun: options.dryRun ?? false,
    concurrency: options.concurrency ?? 3,
    removeTitleHeading: options.removeTitleHeading ?? false,
    resend: options.resend ?? false,
    ...sourceLimits(options),
  }
}
