/** Makes the plan of an import out of what a dry run of it found. @module */
import type { PageNode } from '../plan/page-node.ts'
import {
  type ImportPlan,
  type PlannedPage,
  pickPage,
  plannedOptions,
  plannedTarget,
} from '../plan-file/import-plan.ts'
import type { FolderRun } from './folder-run.ts'

/**
 * Make a plan.
 * @param run The dry run, at its end.
 * @param found The pages without a file, and the requests of all.
 */
export function makePlan(
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
  const { outcome, outlook, message, key, adopts, ends } = end
  return [
    {
      file: node.path,
      title: node.title,
      below: node.parentId ?? node.parent?.path ?? settings.parentId,
      outcome,
      ...outlook,
      ...(adopts && { adopts }),
      ...(message === undefined ? {} : { message }),
      ...(key === undefined ? {} : { key }),
      ...(ends?.there && { page: pickPage(ends.there) }),
      ...(ends?.isOurs && { isOurs: true }),
      ...(ends && { digest: ends.digest }),
    },
  ]
}
