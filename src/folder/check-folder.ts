/** Converts files as an import would, without a service, and reports the warnings. @module */
import { markdownToAdf } from '../convert/markdown-to-page.ts'
import { pageBuilder } from './content/page-builder.ts'
import { serviceWarnings } from './content/page-content.ts'
import { wordCheckFailure } from './files/read-failure.ts'
import type { FolderReport } from './folder-events.ts'
import { type CheckOptions, sourceSettings } from './folder-options.ts'
import type { PageNode } from './plan/page-node.ts'
import { planFolder } from './plan/plan-folder.ts'
import { startOutput } from './run/run-output.ts'

/**
 * Check files and folders, without a service. A page that would be sent counts as `unchanged`:
 * nothing is written.
 * @param options What to check, and how it would be imported.
 * @returns Counts of what would fail; single pages and warnings only go to `onEvent`.
 * @throws {Error} When a path of `paths` does not exist, with the system's `code`.
 * @example
 * const { counts } = await checkFolder({ paths: ['/repo/docs'], workingFolder: '/repo' })
 * if (counts.failed > 0) process.exitCode = 1
 */
export async function checkFolder(options: CheckOptions): Promise<FolderReport> {
  const startedAt = performance.now()
  const plan = await planFolder(options)
  const output = startOutput(options, plan)
  const urlOf = ({ problem }: PageNode): string => (problem === undefined ? anyPage : 'none')
  const settings = sourceSettings(options)
  const builder = pageBuilder(plan, urlOf, settings)
  for (const node of plan.tree.nodes) {
    const conversion = settings.keepTitleHeading ? {} : { title: node.title }
    const convert = async (): Promise<void> => {
      const built = await builder.build(node)
      for (const notice of built.notices) output.warn(node.path, notice)
      const { content } = built
      const { warnings } = plan.documents.watch.parse(content, () =>
        markdownToAdf(content, conversion),
      )
      for (const warning of serviceWarnings(warnings, built)) output.warn(node.path, warning)
    }
    const message = node.problem ?? (await convert().then(() => undefined, wordCheckFailure))
    if (message === undefined) output.finish(node, 'unchanged')
    else output.finish(node, 'failed', { message })
  }
  const report = {
    ...output.totals(),
    withoutFile: [],
    ...(plan.emptiness === undefined ? {} : { stoppedBy: plan.emptiness }),
    ms: Math.round(performance.now() - startedAt),
  }
  options.onEvent?.({ type: 'summary', isDryRun: true, ...report })
  return report
}

/** A placeholder for every page's address, because a check only needs to know that the page exists. */
const anyPage = 'https://wiki.invalid/wiki/spaces/X/pages/1'
