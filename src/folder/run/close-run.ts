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
  const kept = run.withoutFile.filter(isThere).map((page) => stay(run, page, fileIsThere))
  const withoutFile = run.withoutFile.filter((page) => !isThere(page))
  const refusal = pruneRefusal(run)
  const isPruning = (settings.prune ?? false) && refusal === undefined
  const isDry = settings.dryRun || settings.previewUrl !== undefined
  if (withoutFile.length === 0 || !isPruning) {
    const ending = await close(run, { prune: false, dryRun: isDry })
    const listed = withoutFile.map((page) =>
      settings.prune && refusal !== undefined ? stay(run, page, refusal) : shown(run, page),
    )
    return { withoutFile: [...listed, ...kept], warnings: ending }
  }
  const prune = settings.archive ? ('archive' as const) : true
  const foreseen = await close(run, { prune, dryRun: true })
  const going = foreseen.trashed.map((page) => shown(run, page))
  const staying = [...foreseen.kept.map((page) => stay(run, page, page.why)), ...kept]
  run.output.prune(going, staying)
  const isAgreed = going.length > 0 && !isDry && (await settings.confirmPrune?.(going))
  if (!isAgreed) {
    const warnings = isDry ? foreseen : await close(run, { prune: false, dryRun: false })
    return { withoutFile: [...going, ...staying], warnings }
  }
  const ended = await close(run, { prune, dryRun: false })
  for (const page of ended.trashed) {
    run.output.pruned({ ...shown(run, page), became: ended.became })
  }
  const stayed = ended.kept.map((page) => stay(run, page, page.why))
  return { withoutFile: [...stayed, ...kept], warnings: ended }
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
  const whole = { name: source as string, paths, ...ending }
  try {
    const closed = await closeSourceRun(store, settings.spaceId, whole)
    return { ...closed, became: ending.prune === 'archive' ? 'archived' : 'trashed' }
  } catch (error) {
    const isArchiveRefused =
      ending.prune === 'archive' && error instanceof ImportError && error.key === 'bad-request'
    if (!isArchiveRefused) throw error
    // This wiki has no archive.
    const closed = await closeSourceRun(store, settings.spaceId, { ...whole, prune: true })
    return { ...closed, became: 'trashed' }
  }
}

/** Whether a page's file exists, though it is excluded or says that it is no page. */
function hasFile({ plan: { base, fileSystem } }: FolderRun, { path }: RememberedPage): boolean {
  return path !== null && !path.endsWith('/') && fileSystem.exists(join(base, path))
}

const fileIsThere = 'its file is still there'

/** Reasons to remove nothing: files that are missing may only not have been found. */
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

function stay(run: FolderRun, page: Parameters<typeof shown>[1], why: string): PageWithoutFile {
  return { ...shown(run, page), staysBecause: reasons[why] ?? why }
}

function shown(
  { withoutFile, addressOf }: FolderRun,
  {
    path,
    pageId,
    title,
  }: Pick<PageWithoutFile, 'title' | 'pageId'> & { readonly path: string | null },
): PageWithoutFile {
  const known = withoutFile.find((page) => page.pageId === pageId)
  const version = known && (known.edited?.version ?? known.version)
  return {
    file: path ?? '',
    title,
    pageId,
    url: addressOf(pageId),
    ...(version !== undefined && { version }),
  }
}
