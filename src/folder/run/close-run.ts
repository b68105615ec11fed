/** Ends a run: tells which pages have no file any more, and prunes them where this is asked for. @module */
import { join } from 'node:path'
import { ImportError } from '../client/exchange.ts'
import {
  type ClosedRun,
  closeSourceRun,
  type RememberedPage,
  type RunEnding,
} from '../client/sources.ts'
import type { PageWithoutFile } from '../folder-events.ts'
import { isPlanWhole } from '../plan/plan-folder.ts'
import type { FolderRun } from './folder-run.ts'
import { sourcePath } from './source-name.ts'

export interface RunClosing {
  /** Pages without a file that are still there, and those that a dry run would remove. */
  readonly withoutFile: readonly PageWithoutFile[]
  /** Undefined where the service has no sources. */
  readonly warnings: Pick<ClosedRun, 'newWarnings' | 'oldWarnings'> | undefined
}

/** @throws {ImportError} When the service does not answer. */
export async function finishRun(run: FolderRun): Promise<RunClosing> {
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
  const prune = settings.archive ? ('archive' as const) : true
  const forecast = await close(run, { prune, dryRun: true })
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
  const closedRun = await close(run, { prune, dryRun: false })
  for (const page of closedRun.trashed) {
    run.output.pruned({ ...pageWithoutFile(run, page), became: closedRun.became })
  }
  const remainingPages = closedRun.kept.map((page) => stayingPage(run, page, page.why))
  return { withoutFile: [...remainingPages, ...keptPages], warnings: closedRun }
}

async function close(
  run: FolderRun,
  ending: Pick<RunEnding, 'prune' | 'dryRun'>,
): Promise<ClosedRun & { readonly became: 'archived' | 'trashed' }> {
  const { source, store, settings, plan, pages } = run
  const paths = [
    ...pages.all.map(({ node }) => sourcePath(plan, node)),
    ...run.withoutFile.flatMap((page) => (hasFile(run, page) ? (page.path ?? []) : [])),
  ]
  const request = { name: source as string, paths, ...ending }
  try {
    const answer = await closeSourceRun(store, settings.spaceId, request)
    return { ...answer, became: ending.prune === 'archive' ? 'archived' : 'trashed' }
  } catch (error) {
    const isArchiveRefused =
      ending.prune === 'archive' && error instanceof ImportError && error.key === 'bad-request'
    if (!isArchiveRefused) throw error
    // This wiki has no archive.
    const answer = await closeSourceRun(store, settings.spaceId, { ...request, prune: true })
    return { ...answer, became: 'trashed' }
  }
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
