/** Imports folders of Markdown: plans, sends what has changed, and tells the truth about it. @module */
import { join } from 'node:path'
import type { FolderEvent, FolderReport } from './folder-events.ts'
import type { FolderSettings } from './folder-run.ts'
import type { Connection } from './import-page.ts'
import { openManifest } from './manifest.ts'
import { selectPaths } from './markdown-files.ts'
import { findPagesWithoutFile } from './pages-without-file.ts'
import { planFolder, type StandardInput } from './plan-folder.ts'
import { startOutput } from './run-output.ts'
import { runPages } from './run-pages.ts'

export interface FolderOptions extends Connection {
  /** Absolute paths of files and folders; none when `input` is given. */
  readonly paths: readonly string[]
  /** One page whose text comes from elsewhere. */
  readonly input?: StandardInput
  /** The folder that files are named from in events, and that `input` starts in. */
  readonly workingFolder: string
  /** Id or key. */
  readonly spaceId: string
  /** Id of the page above all others. */
  readonly parentId: string
  /** Update pages that are there; true by default. */
  readonly overwrite?: boolean
  /** Do every check, write nothing. */
  readonly dryRun?: boolean
  /** Requests at once; 3 by default. */
  readonly concurrency?: number
  /** Patterns as in `.gitignore`. */
  readonly exclude?: readonly string[]
  /** Take out the heading that became the title. */
  readonly removeTitleHeading?: boolean
  /** Where to remember what was sent; by default in `.markport` beside the files. */
  readonly manifestFile?: string
  /** Send what the manifest says was sent as well. */
  readonly resend?: boolean
  /** Ask the service which pages without a file are still there, and list them. */
  readonly prune?: boolean
  /** The most that a request may hold; 8 MiB by default. */
  readonly maxBodyBytes?: number
  /** The most Markdown in a page, images not counted; 1 MiB by default. */
  readonly maxMarkdownBytes?: number
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
  const { input, paths, workingFolder } = options
  const selection = input ? { base: workingFolder, input } : selectPaths(paths)
  const plan = await planFolder(selection, settings)
  const output = startOutput(options, plan.tree.nodes, plan.base)
  options.onEvent?.({ type: 'plan', base: plan.base, pages: plan.tree.nodes.length })
  for (const { path, notice } of plan.notices) output.warn(path, notice)
  const manifest = openManifest(
    input ? undefined : (options.manifestFile ?? join(plan.base, '.markport', 'manifest.json')),
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
    warnings: output.warnings(),
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
    spaceId: options.spaceId,
    parentId: options.parentId,
    overwrite: options.overwrite ?? true,
    dryRun: options.dryRun ?? false,
    concurrency: options.concurrency ?? 3,
    exclude: options.exclude ?? [],
    removeTitleHeading: options.removeTitleHeading ?? false,
    resend: options.resend ?? false,
    maxBodyBytes: options.maxBodyBytes ?? 8 * 1024 * 1024,
    maxMarkdownBytes: options.maxMarkdownBytes ?? 1024 * 1024,
  }
}
