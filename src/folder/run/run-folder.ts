/** One run over the files of a folder: an import, or a dry run of it. @module */
import { dirname, join } from 'node:path'
import { ImportError } from '../client/import-error.ts'
import { requestArrangement } from '../client/request-reservations.ts'
import {
  type ClosedRun,
  closeSourceRun,
  type RememberedPage,
  type RunEnding,
  readSource,
} from '../client/sources.ts'
import { findRepository, selectPaths } from '../files/select-paths.ts'
import { pathFrom } from '../files/tree-paths.ts'
import type { FolderReport, PageWithoutFile } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { isPlanWhole, planFolder } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file/compare-plans.ts'
import {
  type ImportPlan,
  type PlannedPage,
  pickPage,
  plannedOptions,
  plannedTarget,
} from '../plan-file/plan-file.ts'
import { type FolderRun, interruptible } from './folder-run.ts'
import { startOutput } from './run-output.ts'
import { sendPlan } from './send-plan.ts'
import { sourceOf, sourcePath } from './source-name.ts'
import { startRun } from './start-run.ts'

/** @param expected Required state of pages; by default any. */
export async function runFolder(settings: FolderSettings, expected?: ExpectedPages) {
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
      closing = await closeRun(run)
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
      ...(ends && { digest: ends.digest }),
    },
  ]
}

/** Finds the folder that single files were imported from before, so that they keep their places. */
async function findImportedBase(settings: FolderSettings): Promise<string | undefined> {
  const { base, folders, files, isPart } = selectPaths(settings.paths)
  if (folders.length > 0 || isPart) return undefined
  const repository = findRepository(base)
  const read = rememberedPages(settings)
  for (let folder = base; ; folder = dirname(folder)) {
    const pages = await read(sourceOf({ base: folder, repository }, settings).name)
    const importedPaths = new Set(pages.map(({ path }) => path))
    const isImported = files.some((file) => importedPaths.has(pathFrom(folder, file)))
    if (isImported || (settings.source === undefined && pages.length > 0)) return folder
    if (folder === repository || dirname(folder) === folder) return undefined
  }
}

function rememberedPages({
  connection,
  endpoint,
  spaceId,
}: FolderSettings): (name: string) => Promise<readonly RememberedPage[]> {
  const pagesBySource = new Map<string, readonly RememberedPage[]>()
  return async (name) => {
    let pages = pagesBySource.get(name)
    if (pages === undefined) {
      try {
        // The run itself waits for a service that is away.
        const impatientConnection = { ...connection, endpoint, maxAttempts: 1 }
        pages = (await readSource(impatientConnection, spaceId, name)).pages ?? []
      } catch (error) {
        // The run itself reports the problem.
        if (!(error instanceof ImportError)) throw error
        pages = []
      }
      pagesBySource.set(name, pages)
    }
    return pages
  }
}

interface RunClosing {
  /** Pages without a file that are still there, and those that a dry run would remove. */
  readonly withoutFile: readonly PageWithoutFile[]
  /** Undefined where the service has no sources. */
  readonly warnings: Pick<ClosedRun, 'newWarnings' | 'oldWarnings'> | undefined
}

/** @throws {ImportError} When the service does not answer. */
async function closeRun(run: FolderRun): Promise<RunClosing> {
  const { settings, source, sign } = run
  if (source === undefined || sign.reason() !== undefined) {
    return { withoutFile: [], warnings: undefined }
  }
  const isThere = (page: RememberedPage): boolean => hasFile(run, page)
  const keptPages = run.withoutFile
    .filter(isThere)
    .map((page) => stayingPage(run, page, fileIsThere))
  const withoutFile = run.withoutFile.filter((page) => !isThere(page))
  const refusal = pruneRefusal(run)
  const isPruning = (settings.prune ?? false) && refusal === undefined
  const isDry = settings.dryRun || settings.previewUrl !== undefined
  if (withoutFile.length === 0 || !isPruning) {
    const ending = await close(run, { prune: false, dryRun: isDry })
    const listedPages = withoutFile.map((page) =>
      settings.prune && refusal !== undefined
        ? stayingPage(run, page, refusal)
        : pageWithoutFile(run, page),
    )
    return { withoutFile: [...listedPages, ...keptPages], warnings: ending }
  }
  const forecast = await close(run, { prune: true, dryRun: true })
  const doomedPages = forecast.trashed.map((page) => pageWithoutFile(run, page))
  const stayingPages = [
    ...forecast.kept.map((page) => stayingPage(run, page, page.why)),
    ...keptPages,
  ]
  run.output.prune(doomedPages, stayingPages)
  const isAgreed = doomedPages.length > 0 && !isDry && (await settings.confirmPrune?.(doomedPages))
  if (!isAgreed) {
    const warnings = isDry ? forecast : await close(run, { prune: false, dryRun: false })
    return { withoutFile: [...doomedPages, ...stayingPages], warnings }
  }
  const closedRun = await close(run, { prune: true, dryRun: false })
  for (const page of closedRun.trashed) {
    run.output.pruned({ ...pageWithoutFile(run, page), became: 'trashed' })
  }
  const remainingPages = closedRun.kept.map((page) => stayingPage(run, page, page.why))
  return { withoutFile: [...remainingPages, ...keptPages], warnings: closedRun }
}

function close(run: FolderRun, ending: Pick<RunEnding, 'prune' | 'dryRun'>): Promise<ClosedRun> {
  const { source, store, settings, plan, pages } = run
  const paths = [
    ...pages.all.map(({ node }) => sourcePath(plan, node)),
    ...run.withoutFile.flatMap((page) => (hasFile(run, page) ? (page.path ?? []) : [])),
  ]
  return closeSourceRun(store, settings.spaceId, { name: source as string, paths, ...ending })
}

/** Whether a page's file exists, though it is excluded or says that it is no page. */
function hasFile({ plan: { base, fileSystem } }: FolderRun, { path }: RememberedPage): boolean {
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

const reasons: Readonly<Record<string, string>> = {
  edited: 'people edited it since',
  commented: 'people commented on it',
  'holds-others': 'there are pages below it that stay',
  'taken-over': 'another source has taken it',
  'not-made-here': 'it was there before this source was imported',
  'newer-run': 'a newer run has imported it',
}

function stayingPage(
  run: FolderRun,
  page: Parameters<typeof pageWithoutFile>[1],
  why: string,
): PageWithoutFile {
  return { ...pageWithoutFile(run, page), staysBecause: reasons[why] ?? why }
}

function pageWithoutFile(
  { withoutFile, addressOf }: FolderRun,
  {
    path,
    pageId,
    title,
  }: Pick<PageWithoutFile, 'title' | 'pageId'> & { readonly path: string | null },
): PageWithoutFile {
  const record = withoutFile.find((page) => page.pageId === pageId)
  const version = record && (record.edited?.version ?? record.version)
  return {
    file: path ?? '',
    title,
    pageId,
    url: addressOf(pageId),
    ...(version !== undefined && { version }),
  }
}
