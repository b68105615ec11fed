/** The possible ends of the work on a page: sent, unchanged, foreseen or failed. @module */
import type { AnswerPage } from '../../contract/answers.ts'
import { ImportError } from '../client/exchange.ts'
import type { ImportedPage } from '../client/import-page.ts'
import type { RememberedPage } from '../client/sources.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageOutcome, PageOutlook } from '../folder-events.ts'
import type { PageNode } from '../plan/page-node.ts'
import { serviceWarnings } from '../service-warnings.ts'
import type { FolderRun } from './folder-run.ts'
import { askForPage } from './learn-addresses.ts'
import { findNewNotices } from './new-notices.ts'
import { findParentId } from './page-fields.ts'
import { sendPage } from './send-page.ts'
import { interruption, isOfPeople, isPassing } from './stop-sign.ts'

interface PageAtWork {
  readonly node: PageNode
  /** Set when the first pass sent it without all of its links. */
  readonly sent?: PageOutcome
}

export async function finishSent(
  run: FolderRun,
  { node, sent }: PageAtWork,
  built: BuiltPage,
  imported: ImportedPage,
): Promise<void> {
  const { output, settings, isFirstRun, pages } = run
  const newNotices = await findNewNotices(run, node, built)
  for (const notice of built.notices) {
    output.warn(node.path, notice, isFirstRun ? undefined : newNotices.has(notice))
  }
  // A page whose parent does not exist yet is checked without its source, so the service cannot
  // tell.
  const isNewFile = pages.of(node).record === undefined
  for (const { new: isNew, ...warning } of serviceWarnings(imported.warnings, built)) {
    output.warn(node.path, warning, isFirstRun ? undefined : (isNew ?? isNewFile))
  }
  const earlier = sent ?? run.aside.get(node)
  const outcome = firstOf(earlier, imported.outcome)
  const outlook = settings.dryRun ? outlookOf(run, node, imported) : {}
  finish(run, node, outcome, { built, currentPage: imported.page, outlook, files: built.files })
}

/** End without sending, because the store already has this content. */
export async function finishUnsent(
  run: FolderRun,
  node: PageNode,
  built: BuiltPage,
): Promise<void> {
  const { record, url } = run.pages.of(node)
  for (const notice of built.notices) run.output.warn(node.path, notice, false)
  const { pageId: id, title, parentId, version, edited } = record as NonNullable<typeof record>
  const currentPage = { id, title, parentId, version: edited?.version ?? version, url: url ?? '' }
  const outlook = run.settings.dryRun && edited !== null ? { edited } : {}
  finish(run, node, 'unchanged', { built, currentPage, outlook })
}

interface FinishedPage {
  readonly built: BuiltPage
  /** The page from the answer; in a dry run as it is. */
  readonly currentPage: Omit<AnswerPage, 'spaceId'> | undefined
  readonly outlook: PageOutlook
  readonly files?: readonly string[]
}

function finish(
  run: FolderRun,
  node: PageNode,
  outcome: PageOutcome,
  { built, currentPage, outlook, files = [] }: FinishedPage,
): void {
  const { pages, output } = run
  const { id, url, record } = pages.of(node)
  const address = currentPage?.url || url
  const page =
    (currentPage?.id ?? id) === undefined ? undefined : { id: currentPage?.id ?? id, url: address }
  output.finish(node, outcome, {
    ...(page !== undefined && {
      page: {
        ...(page as { id: string; url: string }),
        ...(currentPage && { version: currentPage.version }),
      },
    }),
    ...(Object.keys(outlook).length > 0 && { outlook }),
    ...(files.length > 0 && { files: files.map(output.nameOf) }),
    ends: {
      digest: built.contentHash,
      currentPage,
      isOurs: isOurs(record, currentPage, outlook),
    },
  })
}

/** Whether the last import of this source wrote the version that the page has. */
function isOurs(
  record: RememberedPage | undefined,
  currentPage: FinishedPage['currentPage'],
  { edited }: PageOutlook,
): boolean {
  if (record === undefined || currentPage === undefined) return false
  const isSame = record.pageId === currentPage.id && record.version === currentPage.version
  return isSame && record.edited === null && edited === undefined
}

/** Work on a page. A failure only ends this page, unless all others would fail too. */
export async function orFail(
  run: FolderRun,
  page: PageAtWork,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
    run.sign.succeeded()
  } catch (error) {
    if (run.settings.connection.signal?.aborted) {
      run.sign.stop(interruption)
      finishLeft(run, page)
      return
    }
    const isWorded = error instanceof DocumentError || error instanceof ImportError
    if (!isWorded) throw error
    await findUnsent(run, page.node, error)
    const hasStandIn = await standIn(run, page.node, error)
    finishWithError(run, page, error, hasStandIn)
  }
}

export function finishLeft(run: FolderRun, { node, sent }: PageAtWork, message?: string): void {
  run.pages.fail(run.pages.of(node))
  const why = sent === undefined ? message : linksLeft
  run.output.finish(node, 'not-sent', why === undefined ? {} : { message: why })
}

export function finishFailed(
  { pages, output }: FolderRun,
  node: PageNode,
  problem: { readonly message: string; readonly key?: string },
): void {
  pages.fail(pages.of(node))
  output.finish(node, 'failed', problem)
}

/** Find a page whose file failed, because links and children still need it. */
async function findUnsent(run: FolderRun, node: PageNode, error: unknown): Promise<void> {
  const page = run.pages.of(node)
  const mayBeThere = isOfPage(error) || (error instanceof ImportError && isOfPeople(error))
  if (!mayBeThere || page.id !== undefined) return
  try {
    const existing = await askForPage(run, node, findParentId(run, node))
    if (existing === undefined || run.pages.ownerOf(existing.id) !== undefined) return
    run.pages.place(page, 'there', existing.id, existing.url)
  } catch {
    // The failure of the import is reported; whether the page exists stays unknown.
  }
}

function finishWithError(
  run: FolderRun,
  { node, sent }: PageAtWork,
  error: DocumentError | ImportError,
  hasStandIn: boolean,
): void {
  const isOfRun = !hasStandIn && noteFailure(run, node, error)
  if (isOfRun && sent === undefined) {
    run.output.finish(node, 'not-sent')
    return
  }
  const why = wordFailure(run, node, error) + (hasStandIn ? standInRemark : '')
  const message = sent === undefined ? why : `${linksLeft} ${why}`
  const key = error instanceof ImportError ? { key: error.key } : {}
  run.output.finish(node, 'failed', { message, ...key })
}

/** @returns Whether the failure concerns the whole run. */
function noteFailure({ pages, sign }: FolderRun, node: PageNode, error: Error): boolean {
  const isImportError = error instanceof ImportError
  pages.fail(pages.of(node), isImportError && isPassing(error))
  const isAtTop = node.parent === undefined && node.parentId === undefined
  return isImportError && sign.failed(error, isAtTop)
}

const standInRemark = ' A list of the pages below it stands in its place.'
const linksLeft = 'The page was made, but its links to other pages are still to be written.'

function wordFailure({ settings }: FolderRun, node: PageNode, error: Error): string {
  return error.message + adviceFor(settings, node, error)
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

/** Created in the first pass and updated in the second counts as created. */
function firstOf(first: PageOutcome | undefined, second: PageOutcome): PageOutcome {
  return first === undefined || first === 'unchanged' ? second : first
}

/** Failures that concern only one page. */
const ofPage: ReadonlySet<string> = new Set(['bad-request', 'payload-too-large', 'internal-error'])

function isOfPage(error: unknown): boolean {
  return error instanceof DocumentError || (error instanceof ImportError && ofPage.has(error.key))
}

/** @returns Whether a list of its children stands in for a failed page, until the next import. */
async function standIn(run: FolderRun, node: PageNode, error: unknown): Promise<boolean> {
  const { builder, settings, pages } = run
  if (!isOfPage(error) || node.children.length === 0 || pages.of(node).state === 'there') {
    return false
  }
  if (settings.dryRun) return pages.of(node).state === 'foreseen'
  try {
    const { text: _, ...page } = node
    const built = await builder.build({ ...page, file: undefined, lists: node.children })
    await sendPage(run, node, built, false)
    return true
  } catch (refusal) {
    const isWorded = refusal instanceof DocumentError || refusal instanceof ImportError
    if (isWorded || settings.connection.signal?.aborted) return false
    throw refusal
  }
}

function outlookOf(
  { pages, rivals, settings }: FolderRun,
  node: PageNode,
  { page, foreseen, outcome }: ImportedPage,
): PageOutlook {
  if (foreseen === undefined) return {}
  const { title, edited, detaches, files: sends } = foreseen
  const { homepageTitle } = pages.of(node)
  const isHomepage = homepageTitle !== undefined
  const parentId = node.parentId ?? (node.parent ? pages.of(node.parent).id : settings.parentId)
  const isMoved = page !== undefined && page.parentId !== parentId
  const mayBeSuffixed = outcome === 'created' && foreseen.titleClash === 'suffix'
  const rival = mayBeSuffixed ? rivals.get(node) : undefined
  return {
    ...(title !== node.title && !isHomepage && { titleThere: title }),
    ...(page !== undefined && page.title !== title && { renamedFrom: page.title }),
    ...(isMoved && !isHomepage && { movedFrom: page.parentId }),
    ...(edited && { edited }),
    ...(detaches && { detaches }),
    ...(sends && { sends }),
    ...(rival && {
      remark: `${rival.path} wants this title as well: one of them gets it with that of the page above.`,
    }),
  }
}
