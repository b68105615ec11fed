/** The possible ends of the work on a page: sent, unchanged, foreseen or failed. @module */
import { ImportError } from '../client/import-error.ts'
import type { ImportedPage } from '../client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { serviceWarnings } from '../content/page-content.ts'
import type { PageOutcome, PageOutlook, PageResult } from '../folder-events.ts'
import type { PageNode } from '../plan/page-node.ts'
import { type FolderRun, interruption, isPassing, isWorded } from './folder-run.ts'
import { findByTitle } from './learn-addresses.ts'
import { findNewNotices } from './new-notices.ts'
import type { PageEnd } from './run-output.ts'
import type { RunPage } from './run-pages.ts'

export function finishSent(
  run: FolderRun,
  page: RunPage,
  built: BuiltPage,
  imported: ImportedPage,
): undefined {
  const { output, settings, isFirstRun } = run
  const { path } = page.node
  const newNotices = findNewNotices(page, built)
  for (const notice of built.notices) {
    output.warn(path, notice, isFirstRun ? undefined : newNotices.has(notice))
  }
  // A page whose parent does not exist yet is checked without its source, so the service cannot tell
  // whether a warning is new.
  const isNewFile = page.record === undefined
  for (const { new: isNew, ...warning } of serviceWarnings(imported.warnings, built)) {
    output.warn(path, warning, isFirstRun ? undefined : (isNew ?? isNewFile))
  }
  const outlook = settings.dryRun ? outlookOf(run, page, imported) : {}
  const { page: currentPage, outcome } = imported
  const { contentHash: digest, files } = built
  finish(run, page, outcome, { digest, currentPage, outlook, files })
}

/** End without sending, because the store already has this content. */
export function finishUnsent(run: FolderRun, page: RunPage, built: BuiltPage): undefined {
  const { node, record, url = '' } = page
  for (const notice of built.notices) run.output.warn(node.path, notice, false)
  const { pageId: id, title, parentId, version, edited } = record as NonNullable<typeof record>
  const currentPage = { id, title, parentId, version: edited?.version ?? version, url }
  const outlook = run.settings.dryRun && edited !== null ? { edited } : {}
  finish(run, page, 'unchanged', { digest: built.contentHash, currentPage, outlook, files: [] })
}

type FinishedPage = Required<Pick<PageEnd, 'digest' | 'currentPage' | 'outlook' | 'files'>>

function finish(
  { output }: FolderRun,
  runPage: RunPage,
  outcome: PageOutcome,
  { digest, currentPage, outlook, files }: FinishedPage,
): void {
  const { id, url, version } = { ...runPage, version: undefined, ...currentPage }
  const page = id !== undefined && { id, url: url ?? '', ...(version && { version }) }
  const result = output.finish(runPage.node, outcome, {
    ...(page && { page }),
    ...(Object.keys(outlook).length > 0 && { outlook }),
    ...(files.length > 0 && { files: files.map(output.nameOf) }),
  })
  runPage.end = { ...result, digest, currentPage }
}

/** Work on a page. A failure only ends this page, unless all others would fail too. */
export async function orFail(
  run: FolderRun,
  page: RunPage,
  work: () => Promise<void>,
): Promise<void> {
  const { settings, sign, pages, source } = run
  const { node } = page
  try {
    await work()
    sign.succeeded()
  } catch (error) {
    if (settings.connection.signal?.aborted) {
      sign.stop(interruption)
      return finishWithout(run, page, 'not-sent')
    }
    if (!isWorded(error)) throw error
    const isUnknown = source === undefined && !settings.dryRun && !isPassing(error)
    // Other pages keep their links to an existing page, even if its file is broken now.
    if (isUnknown) await findByTitle(run, page).catch(() => {})
    pages.fail(page, isPassing(error))
    if (error instanceof ImportError && sign.failed(error, page.isAtTop)) {
      return endWithout(run, page, 'not-sent')
    }
    const key = error instanceof ImportError ? { key: error.key } : {}
    const message = error.message + adviceFor(settings, node, error)
    endWithout(run, page, 'failed', { message, ...key })
  }
}

/** End without a page: `not-sent` may be sent by the next run. */
export function finishWithout(
  run: FolderRun,
  page: RunPage,
  outcome: 'failed' | 'not-sent',
  problem: { readonly message?: string; readonly key?: string } = {},
): undefined {
  run.pages.fail(page)
  endWithout(run, page, outcome, problem)
}

function endWithout(
  { output }: FolderRun,
  page: RunPage,
  outcome: PageOutcome,
  more: Partial<PageResult> = {},
): void {
  page.end = output.finish(page.node, outcome, more)
}

function adviceFor(settings: FolderRun['settings'], node: PageNode, error: Error): string {
  if (!(error instanceof ImportError)) return ''
  if (error.key === 'already-exists' && !settings.overwrite) {
    return ' Leave out --no-overwrite to update it.'
  }
  if (error.key !== 'not-found') return ''
  if (node.pageId !== undefined) {
    return ` The file names the page ${node.pageId}: name another, or none.`
  }
  return node.parentId === undefined ? '' : ' Check `parent` in its front matter.'
}

function outlookOf(
  { pages }: FolderRun,
  runPage: RunPage,
  { page, foreseen, outcome }: ImportedPage,
): PageOutlook {
  if (foreseen === undefined) return {}
  const { title, edited, detaches } = foreseen
  const { node, homepageTitle } = runPage
  const isHomepage = homepageTitle !== undefined
  const isMoved = page !== undefined && page.parentId !== pages.parentIdOf(runPage)
  const mayBeSuffixed = outcome === 'created' && foreseen.titleClash === 'suffix'
  const rival = mayBeSuffixed ? runPage.rival?.node : undefined
  return {
    ...(title !== node.title && !isHomepage && { titleThere: title }),
    ...(page !== undefined && page.title !== title && { renamedFrom: page.title }),
    ...(isMoved && !isHomepage && { movedFrom: page.parentId }),
    ...(edited && { edited }),
    ...(detaches && { detaches }),
    ...(rival && {
      remark: `${rival.path} wants this title as well: one of them gets it with that of the page above.`,
    }),
  }
}
