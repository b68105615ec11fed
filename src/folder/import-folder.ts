import { counted } from '../contract/base/visible-text.ts'
import { contractLimits } from '../contract/limits.ts'
import { findEndpoint } from './client/find-endpoint.ts'
import { askPreview, previewEndpoint } from './client/service-requests.ts'
import {
  type FolderEvent,
  type FolderReport,
  noPages,
  type PageWithoutFile,
} from './folder-events.ts'
import { type FolderOptions, type FolderSettings, folderSettings } from './folder-options.ts'
import {
  comparePlans,
  expectedPages,
  type ImportPlan,
  PlanError,
  plannedOptions,
  plannedTarget,
  readPlan,
  writePlan,
} from './plan-file.ts'
import { runFolder } from './run/run-folder.ts'

/**
 * Import files and folders: each file becomes a page, each folder a parent page. Unchanged pages
 * are not sent again. Failures are reported while the rest continues.
 * @returns Counts by outcome and warnings by code; details only go to `onEvent`.
 * @throws {ImportError} When `endpoint` is a service that does not name its endpoint.
 * @throws {PlanError} When a plan cannot be written, read or applied.
 * @throws {Error} When a path does not exist, with the system's `code`.
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
export async function importFolder(options: FolderOptions): Promise<FolderReport> {
  const startedAt = performance.now()
  const connectionOptions = { ...options, onWait: waitTeller(options) }
  const endpoint = await findEndpoint(options.endpoint, connectionOptions)
  const settings = folderSettings({ ...connectionOptions, endpoint })
  const runReport = await run(settings)
  const report = { ...runReport, ms: Math.round(performance.now() - startedAt) }
  options.onEvent?.({ type: 'summary', isDryRun: settings.dryRun, ...report })
  return report
}

async function run(settings: FolderSettings): Promise<FolderReport> {
  const { applyFile, planFile, preview } = settings
  if (preview !== undefined) return previewFolder(settings, preview)
  if (applyFile !== undefined) return applyPlan(settings, applyFile)
  const { report, plan } = await runFolder(settings)
  if (planFile !== undefined && plan !== undefined) writePlan(planFile, plan)
  return report
}

/** Many requests may wait at once, so report the wait once. */
function waitTeller({ onEvent }: FolderOptions): (error: Error) => void {
  let hasNotified = false
  return ({ message }) => {
    if (!hasNotified) onEvent?.({ type: 'waiting', message })
    hasNotified = true
  }
}

/** We send one page more than the preview lists, so that the preview can say that there are more. */
const maxListed = 1_001

/** @throws {ImportError} When the service has no previews or refuses this one. */
async function previewFolder(settings: FolderSettings, name: string): Promise<FolderReport> {
  const { connection, spaceId, previewForMs: keepForMs, prune = false } = settings
  const { preview } = await askPreview(connection, name, 'begin', { spaceId, keepForMs })
  const events = listen(settings)
  // Pruning acts on the real space, so a preview must not do it.
  const { confirmPrune: _, ...runSettings } = settings
  const { report } = await runFolder({
    ...runSettings,
    connection: { ...connection, endpoint: previewEndpoint(connection.endpoint, name) },
    previewUrl: preview.url,
    onEvent: events.onEvent,
  })
  const previewReport = { ...report, preview: { name, url: preview.url } }
  if (report.stoppedBy !== undefined) return previewReport
  const withoutFile = report.withoutFile.map(fateOf(prune))
  const hiddenPages = withoutFile.flatMap(({ became, pageId, version }) =>
    became === undefined || version === undefined ? [] : [{ pageId, version }],
  )
  const staying = withoutFile.flatMap(({ became, file, pageId, staysBecause }) =>
    became === undefined ? [{ file, pageId, why: staysBecause ?? keptWithoutPrune }] : [],
  )
  await askPreview(connection, name, 'show', {
    spaceId,
    gone: hiddenPages,
    staying,
    ...events.report(),
  })
  return { ...previewReport, withoutFile }
}

const keptWithoutPrune = 'nothing lets it go without --prune'

function fateOf(prune: boolean): (page: PageWithoutFile) => PageWithoutFile {
  const maxHidden = contractLimits.maxReservedPages
  let hiddenCount = 0
  return (page) => {
    if (!prune || page.version === undefined || page.staysBecause !== undefined) return page
    hiddenCount += 1
    return hiddenCount > maxHidden
      ? { ...page, staysBecause: `a preview lets ${maxHidden} pages go` }
      : { ...page, became: 'gone' }
  }
}

function listen({ onEvent }: FolderSettings) {
  const newWarnings: object[] = []
  const oldWarnings: object[] = []
  const failures = new Map<string, object>()
  return {
    onEvent(event: FolderEvent): void {
      onEvent?.(event)
      if (event.type === 'warning') {
        const { file, line, code, severity, message, isNew = true } = event
        const list = isNew ? newWarnings : oldWarnings
        if (list.length < maxListed) list.push({ file, line, code, severity, message, isNew })
      } else if (event.type === 'page' && event.message !== undefined) {
        failures.set(event.file, { file: event.file, message: event.message })
      }
    },
    report: () => ({
      warnings: [...newWarnings, ...oldWarnings].slice(0, maxListed),
      failures: [...failures.values()].slice(0, maxListed),
    }),
  }
}

/**
 * Apply a plan. Everything is checked again first, so a forged plan can only prevent the import.
 * @throws {PlanError} When the plan cannot be read, or was made for another target.
 */
async function applyPlan(settings: FolderSettings, applyFile: string): Promise<FolderReport> {
  const planned = readPlan(applyFile)
  checkTarget(planned, settings)
  const { onEvent } = settings
  const trial = await runFolder({
    ...settings,
    dryRun: true,
    onEvent: (event) => event.type === 'waiting' && onEvent?.(event),
  })
  const changes = trial.plan === undefined ? [] : comparePlans(planned, trial.plan)
  if (trial.plan !== undefined && changes.length === 0) {
    const confirmPrune = async (): Promise<boolean> => true
    const run = { ...settings, confirmPrune }
    return (await runFolder(run, expectedPages(trial.plan))).report
  }
  for (const { file, message } of changes) {
    onEvent?.({ type: 'changed', file: trial.nameOf(file), message })
  }
  return refusedReport(trial.report, changes.length)
}

function refusedReport(report: FolderReport, changes: number): FolderReport {
  const pages = Object.values(report.counts).reduce((sum, count) => sum + count, 0)
  return {
    ...report,
    counts: { ...noPages(), 'not-sent': pages },
    stoppedBy:
      report.stoppedBy ??
      `${counted(changes, 'page')} changed since the plan was made, and nothing was sent. Make another plan with --plan.`,
  }
}

function checkTarget(planned: ImportPlan, settings: FolderSettings): void {
  const target = plannedTarget(settings)
  for (const name of ['endpoint', 'space', 'parent'] as const) {
    if (planned[name] === target[name]) continue
    throw new PlanError(
      `The plan is for the ${name} ${planned[name]}, not ${target[name]}. Nothing was sent.`,
    )
  }
  for (const [name, value] of Object.entries(plannedOptions(settings))) {
    if (Object(planned.options)[name] === value) continue
    throw new PlanError(
      `The plan was made with another ${name}. Give --apply the options that --plan had.`,
    )
  }
}
