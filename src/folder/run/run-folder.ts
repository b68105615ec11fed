/** One run over the files of a folder: an import, or a dry run of it. @module */
import { ImportError } from '../client/exchange.ts'
import { requestArrangement } from '../client/request-reservations.ts'
import type { FolderReport } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { planFolder } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file/compare-plans.ts'
import {
  type ImportPlan,
  type PlannedPage,
  pickPage,
  plannedOptions,
  plannedTarget,
} from '../plan-file/plan-file.ts'
import { finishRun, type RunClosing } from './close-run.ts'
import { type FolderRun, interruptible } from './folder-run.ts'
import { findImportedBase } from './imported-base.ts'
import { startOutput } from './run-output.ts'
import { sendPlan } from './send-plan.ts'
import { sourceOf } from './source-name.ts'
import { startRun } from './start-run.ts'

export interface RunEnd {
  readonly report: FolderReport
  readonly plan: ImportPlan | undefined
  nameOf(file: string): string
}

/** @param expected Required state of pages; by default any. */
export async function runFolder(
  settings: FolderSettings,
  expected?: ExpectedPages,
): Promise<RunEnd> {
  const startedAt = performance.now()
  const importedBase = await findImportedBase(settings)
  const tree = await planFolder({ ...settings, importedBase })
  const output = startOutput(settings, tree, sourceOf(tree, settings))
  const { run, tokenExpiresAt } = await startRun(tree, settings, output, expected)
  let closing: RunClosing = { withoutFile: [], warnings: undefined }
  await interruptible(run, () => sendPlan(run))
  await interruptible(run, async () => {
    await keepOrder(run)
    try {
      closing = await finishRun(run)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      run.sign.stop(error.message)
    }
  })
  const { withoutFile, warnings } = closing
  const stoppedBy = run.sign.reason()
  const [first] = tree.tree.roots
  const url = first && run.pages.of(first).url
  const report: FolderReport = {
    counts: output.counts,
    ...output.warnings(),
    ...(warnings && { newWarnings: warnings.newWarnings, oldWarnings: warnings.oldWarnings }),
    pruned: output.prunedPages(),
    withoutFile: withoutFile.map((page) => ({ ...page, file: output.nameOf(page.file) })),
    ...(run.source === undefined ? {} : { source: run.source }),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ...(url === undefined ? {} : { url }),
    ...(tokenExpiresAt === undefined ? {} : { tokenExpiresAt }),
    ms: Math.round(performance.now() - startedAt),
  }
  const isPlanned = settings.planFile !== undefined && stoppedBy === undefined
  const plan = isPlanned ? makePlan(run, withoutFile) : undefined
  return { report, plan, nameOf: output.nameOf }
}

/** For another wiki this many parents already take seconds. */
const parentsPerRequest = 50

async function keepOrder(run: FolderRun): Promise<void> {
  const { settings, sign, output, isElsewhere } = run
  // The embedded wiki is always in order.
  if (settings.dryRun || sign.reason() !== undefined || !isElsewhere) return
  const children = Map.groupBy(run.plan.tree.nodes, (node) => parentIdOf(run, node))
  const parents = [...children].filter(([id, nodes]) => id !== undefined && nodes.length > 1)
  for (let at = 0; at < parents.length; at += parentsPerRequest) {
    const ids = parents.slice(at, at + parentsPerRequest).map(([id]) => id as string)
    for (const { parentId, message } of await askFor(run, ids)) {
      const [first] = children.get(parentId) ?? []
      if (first === undefined) continue
      output.warn(first.parent?.path ?? first.path, wordNotice('order-left', message))
    }
  }
}

function parentIdOf({ settings, pages }: FolderRun, node: PageNode): string | undefined {
  if (pages.of(node).state !== 'there') return undefined
  if (node.parentId !== undefined) return node.parentId
  return node.parent === undefined ? settings.parentId : pages.of(node.parent).id
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

function makePlan(run: FolderRun, withoutFile: ImportPlan['withoutFile']): ImportPlan {
  const { settings, output, plan } = run
  return {
    version: 1,
    madeAt: new Date().toISOString(),
    ...plannedTarget(settings),
    options: plannedOptions(settings),
    counts: output.counts,
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
      ...(ends?.currentPage && { page: pickPage(ends.currentPage) }),
      ...(ends?.isOurs && { isOurs: true }),
      ...(ends && { digest: ends.digest }),
    },
  ]
}
