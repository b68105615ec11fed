/** One run over the files of a folder: an import, or a dry run of it. @module */
import { dirname, join } from 'node:path'
import type { AnswerPrunedPage, AnswerSourcePage, ClosingAnswer } from '../../contract/answers.ts'
import { reasonsToStay } from '../../contract/outcomes.ts'
import type { ClosingFields } from '../../contract/source-request.ts'
import { ImportError, unlessFailed } from '../client/import-error.ts'
import { closeSourceRun, readSource, requestArrangement } from '../client/service-requests.ts'
import { findRepository, selectPaths } from '../files/select-paths.ts'
import { pathFrom } from '../files/tree-paths.ts'
import type { FolderReport, PageWithoutFile } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import { wordNotice } from '../notices.ts'
import { isPlanWhole, planFolder } from '../plan/plan-folder.ts'
import {
  type ExpectedPages,
  type ImportPlan,
  type PlannedPage,
  plannedOptions,
  plannedTarget,
} from '../plan-file.ts'
import { type FolderRun, orStop } from './folder-run.ts'
import { startOutput } from './run-output.ts'
import type { RunPage } from './run-pages.ts'
import { sendPlan } from './send-plan.ts'
import { sourceOf, sourcePath } from './source-name.ts'
import { startRun } from './start-run.ts'

/** @param expected Required state of pages; by default any. */
export async function runFolder(settings: FolderSettings, expected?: ExpectedPages) {
  const startedAt = performance.now()
  const importedBase = await findImportedBase(settings)
  const tree = await planFolder({ ...settings, importedBase })
  const output = startOutput(settings, tree, sourceOf(tree, settings))
  const run = await startRun(tree, settings, output, expected)
  let withoutFile: readonly PageWithoutFile[] = []
  await orStop(run, () => sendPlan(run))
  await orStop(run, async () => {
    await keepOrder(run)
    withoutFile = await closeRun(run)
  })
  const stoppedBy = run.sign.reason()
  const [first] = tree.tree.roots
  const url = first && run.pages.of(first).url
  const report: FolderReport = {
    ...output.totals(),
    withoutFile: withoutFile.map((page) => ({ ...page, file: output.nameOf(page.file) })),
    ...(run.source === undefined ? {} : { source: run.source }),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ...(url === undefined ? {} : { url }),
    ...(run.tokenExpiresAt === undefined ? {} : { tokenExpiresAt: run.tokenExpiresAt }),
    ms: Math.round(performance.now() - startedAt),
  }
  const plan = stoppedBy === undefined ? makePlan(run, withoutFile) : undefined
  return { report, plan, nameOf: output.nameOf }
}

/** For another wiki this many parents already take seconds. */
const parentsPerRequest = 50

async function keepOrder(run: FolderRun): Promise<void> {
  const { settings, sign, output, isElsewhere, pages } = run
  // The embedded wiki is always in order.
  if (settings.dryRun || sign.reason() !== undefined || !isElsewhere) return
  const pagesThere = run.plan.tree.nodes.map(pages.of).filter(({ state }) => state === 'there')
  const children = Map.groupBy(pagesThere, pages.parentIdOf)
  const parents = [...children].filter(([id, siblings]) => id !== undefined && siblings.length > 1)
  for (let at = 0; at < parents.length; at += parentsPerRequest) {
    const ids = parents.slice(at, at + parentsPerRequest).map(([id]) => id as string)
    const problems = requestArrangement(settings.connection, settings.spaceId, ids)
    // A wrong order must not fail a run whose pages are all there.
    for (const { parentId, message } of await problems.catch((error: unknown) => {
      if (!(error instanceof ImportError)) throw error
      return ids.map((id) => ({ parentId: id, message: error.message }))
    })) {
      const [first] = children.get(parentId) ?? []
      if (first === undefined) continue
      const { parent, path } = first.node
      output.warn(parent?.path ?? path, wordNotice('order-left', message))
    }
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
    pages: plan.tree.nodes.flatMap((node) => plannedPage(run, run.pages.of(node))),
    withoutFile,
  }
}

function plannedPage({ settings }: FolderRun, { node, end }: RunPage): PlannedPage[] {
  if (end === undefined) return []
  const { outcome, outlook, message, key, digest, currentPage } = end
  return [
    {
      file: node.path,
      title: node.title,
      below: node.parentId ?? node.parent?.path ?? settings.parentId,
      outcome,
      ...outlook,
      ...(message === undefined ? {} : { message }),
      ...(key === undefined ? {} : { key }),
      ...(currentPage && { page: currentPage }),
      ...(digest !== undefined && { digest }),
    },
  ]
}

/** Finds the folder that single files were imported from before, so that they keep their places. */
async function findImportedBase(settings: FolderSettings): Promise<string | undefined> {
  const { base, folders, files, isPart } = selectPaths(settings.paths)
  if (folders.length > 0 || isPart) return undefined
  const { connection, endpoint, spaceId, source } = settings
  const repository = findRepository(base)
  const pagesBySource = new Map<string, readonly AnswerSourcePage[]>()
  for (let folder = base; ; folder = dirname(folder)) {
    const { name } = sourceOf({ base: folder, repository }, settings)
    if (!pagesBySource.has(name)) {
      // The run itself waits for a service that is away, and reports other problems.
      const store = { ...connection, endpoint, maxAttempts: 1 }
      const memory = await unlessFailed(readSource(store, spaceId, name))
      pagesBySource.set(name, memory?.pages ?? [])
    }
    const pages = pagesBySource.get(name) ?? []
    const importedPaths = new Set(pages.map(({ path }) => path))
    const isImported = files.some((file) => importedPaths.has(pathFrom(folder, file)))
    if (isImported || (source === undefined && pages.length > 0)) return folder
    if (folder === repository || dirname(folder) === folder) return undefined
  }
}

/**
 * Tell the service that the run is over.
 * @returns Pages without a file that are still there, and those that a dry run would remove.
 * @throws {ImportError} When the service does not answer.
 */
async function closeRun(run: FolderRun): Promise<readonly PageWithoutFile[]> {
  const { settings, source, sign, output } = run
  const { prune = false, dryRun, previewUrl, confirmPrune } = settings
  if (source === undefined || sign.reason() !== undefined) return []
  const pagesWithFile = run.withoutFile.filter((page) => hasFile(run, page))
  const pages = run.withoutFile.filter((page) => !pagesWithFile.includes(page))
  const keptPages = pagesWithFile.map((page) => pageWithoutFile(run, page, fileIsThere))
  const isDry = dryRun || previewUrl !== undefined
  const refusal = prune ? pruneRefusal(run) : undefined
  const isPrunable = prune && refusal === undefined && pages.length > 0
  const forecast = isPrunable ? await close(run, { prune: true, dryRun: true }) : undefined
  const stayingPages = ({ kept }: ClosingAnswer): PageWithoutFile[] => [
    ...kept.map((page) => pageWithoutFile(run, page, reasonsToStay[page.why] ?? page.why)),
    ...keptPages,
  ]
  const doomedPages = forecast?.trashed.map((page) => pageWithoutFile(run, page)) ?? []
  const unprunedPages = forecast
    ? [...doomedPages, ...stayingPages(forecast)]
    : [...pages.map((page) => pageWithoutFile(run, page, refusal)), ...keptPages]
  if (forecast) output.prune(doomedPages, stayingPages(forecast))
  if (isDry) return unprunedPages
  const isAgreed = doomedPages.length > 0 && (await confirmPrune?.(doomedPages)) === true
  const closedRun = await close(run, { prune: isAgreed, dryRun: false })
  if (!isAgreed) return unprunedPages
  for (const page of closedRun.trashed) {
    output.pruned({ ...pageWithoutFile(run, page), became: 'trashed' })
  }
  return stayingPages(closedRun)
}

function close(
  run: FolderRun,
  ending: Pick<ClosingFields, 'prune' | 'dryRun'>,
): Promise<ClosingAnswer> {
  const { source, store, settings, plan, pages } = run
  const paths = [
    ...pages.all.map(({ node }) => sourcePath(plan, node)),
    ...run.withoutFile.flatMap((page) => (hasFile(run, page) ? (page.path ?? []) : [])),
  ]
  return closeSourceRun(store, settings.spaceId, { name: source as string, paths, ...ending })
}

/** Whether a page's file exists, though it is excluded or says that it is no page. */
function hasFile({ plan: { base, fileSystem } }: FolderRun, { path }: AnswerSourcePage): boolean {
  return path !== null && !path.endsWith('/') && fileSystem.exists(join(base, path))
}

const fileIsThere = 'its file is still there'

/** Reasons to prune nothing: missing files may only have been overlooked. */
function pruneRefusal({ output, plan }: FolderRun): string | undefined {
  const { failed, 'not-sent': notSent } = output.counts
  if (plan.tree.nodes.length === 0) return 'no file was found'
  if (failed + notSent > 0) return 'not all files were imported'
  if (plan.unreadable.length > 0) return 'not every folder could be read'
  if (!isPlanWhole(plan)) return 'only some files were looked at'
  return undefined
}

function pageWithoutFile(
  { withoutFile, addressOf }: FolderRun,
  { path, pageId, title }: AnswerPrunedPage,
  staysBecause?: string,
): PageWithoutFile {
  const record = withoutFile.find((page) => page.pageId === pageId)
  const version = record && (record.edited?.version ?? record.version)
  return {
    file: path ?? '',
    title,
    pageId,
    url: addressOf(pageId),
    ...(version !== undefined && { version }),
    ...(staysBecause !== undefined && { staysBecause }),
  }
}
