/** Carries out a plan if all is as it was when it was made, and otherwise tells what is not. @module */
import { randomUUID } from 'node:crypto'
import { counted } from '../../base/counted.ts'
import { type FolderReport, noPages } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import { type RunEnd, runFolder } from '../run/run-folder.ts'
import { comparePlans } from './compare-plans.ts'
import { expectedPages } from './expected-pages.ts'
import { type ImportPlan, plannedOptions, plannedTarget } from './import-plan.ts'
import { PlanError, readPlan } from './plan-file.ts'

/**
 * Apply a plan. All is looked at once more before anything is sent, so that nothing of the file is relied
 * on: whatever stands in it, it can only keep the import from being carried out.
 * @param settings What, where to, and how; `applyFile` is the plan.
 * @param applyFile The plan.
 * @throws {PlanError} When it cannot be read, or was made for something else.
 */
export async function applyPlan(
  settings: FolderSettings,
  applyFile: string,
): Promise<FolderReport> {
  const planned = readPlan(applyFile)
  checkTarget(planned, settings)
  const { onEvent } = settings
  const looked = await runFolder({
    ...settings,
    dryRun: true,
    planFile: applyFile,
    onEvent: (event) => event.type === 'waiting' && onEvent?.(event),
  })
  const changes = looked.plan === undefined ? [] : comparePlans(planned, looked.plan)
  if (looked.plan !== undefined && changes.length === 0) {
    // Versions are looked up for a run: what this one sends is looked at by itself.
    const connection = { ...settings.connection, runId: randomUUID() }
    const confirmPrune = async (): Promise<boolean> => true
    const run = { ...settings, connection, confirmPrune }
    return (await runFolder(run, expectedPages(planned, looked.plan))).report
  }
  for (const { file, message } of changes) {
    onEvent?.({ type: 'changed', file: looked.nameOf(file), message })
  }
  return unapplied(looked, changes.length)
}

function unapplied({ report }: RunEnd, changes: number): FolderReport {
  const pages = Object.values(report.counts).reduce((sum, count) => sum + count, 0)
  const { requests: _, ...rest } = report
  return {
    ...rest,
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
