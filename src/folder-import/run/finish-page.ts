/** The possible ends of the work on a page: sent, unchanged, foreseen or failed. @module */

import type { AnswerPage, AnswerWarning } from '../../contract/answers.ts'
import { ImportError } from '../../http-client/import-error.ts'
import { type ImportedPage, importPage } from '../../http-client/import-page.ts'
import { requestPages } from '../../http-client/request-reservations.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageOutcome, PageOutlook } from '../folder-events.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { serviceWarnings } from '../service-warnings.ts'
import type { FolderRun } from './folder-run.ts'
import { pickKnown } from './known-pages.ts'
import { findPlace, lookUpPage, type PlacedPage } from './placed-page.ts'
import { fieldsOf, type SentPage, sendPage } from './send-page.ts'
import { interruption, isOfPeople } from './stop-sign.ts'

export interface PageAtWork {
  readonly node: PageNode
  /** Set when the first pass sent it without all of its links. */
  readonly sent?: SentPage
}

export function finishSent(
  run: FolderRun,
  page: PlacedPage & PageAtWork,
  sent: SentPage,
  built: BuiltPage,
): void {
  const { node } = page
  const { warnings } = sent.imported
  if (sent.leftUrl !== undefined) warn(run, node, [wordNotice('page-left', sent.leftUrl)])
  warn(run, node, [...built.notices, ...serviceWarnings(warnings, sent)])
  const earlier = page.sent?.imported.outcome ?? run.aside.get(node)
  const outcome = firstOf(earlier, sent.imported.outcome)
  const { page: there } = sent.imported
  const outlook = run.settings.dryRun ? outlookOf(run, page, sent.imported) : {}
  finish(run, page, outcome, { ...built, there, outlook, sentFiles: built.files })
}

/** End without sending, because the service already has this content. */
export async function finishUnsent(
  run: FolderRun,
  place: PlacedPage,
  built: BuiltPage,
): Promise<void> {
  const { settings, state } = run
  const seen = settings.dryRun ? await lookAtUnsent(run, place, built) : {}
  const { node, before } = place
  warn(run, node, [...built.notices, ...(before?.entry.warnings ?? [])])
  state.noteUnchanged(place)
  finish(run, place, 'unchanged', { ...built, ...seen })
}

interface Finished extends Pick<BuiltPage, 'hash' | 'notices' | 'own'> {
  /** The page from the answer; in a dry run as it is. */
  readonly there?: AnswerPage | undefined
  readonly outlook?: PageOutlook
  readonly sentFiles?: readonly string[]
}

function finish(run: FolderRun, place: PlacedPage, outcome: PageOutcome, built: Finished): void {
  const { output, state } = run
  const { node } = place
  const { hash, own, notices, there, outlook = {}, sentFiles = [] } = built
  const page = there ?? state.find(node)
  output.finish(node, outcome, {
    ...(page === undefined ? {} : { page: pickKnown(page) }),
    ...(Object.keys(outlook).length > 0 && { outlook }),
    ...(sentFiles.length === 0 ? {} : { files: sentFiles.map(output.nameOf) }),
    ends: { digest: own, there, isOurs: isOurs(run, place, there, outlook) },
  })
  state.settle(node, { place, hash, notices, outcome })
}

/**
 * Tell whether the last import wrote the page's current version, also where its answer was lost.
 */
function isOurs(
  { manifest }: FolderRun,
  { node, before }: PlacedPage,
  there: AnswerPage | undefined,
  { edited }: PageOutlook,
): boolean {
  const { pageId, version } = before?.entry ?? {}
  if (there === undefined) return false
  if (there.id === pageId && there.version === version) return true
  const sending = manifest.sending(node.path)
  const isIt = sending?.version === there.version && (sending.pageId ?? there.id) === there.id
  return isIt && edited === undefined
}

/** Work on a page. A failure only ends this page, unless all others would fail too. */
export async function orFail(
  run: FolderRun,
  page: PageAtWork,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isInterrupted = run.settings.connection.signal?.aborted ?? false
    if (isInterrupted) {
      run.state.stop(interruption)
      finishLeft(run, page)
    } else {
      await findUnsent(run, page.node, error)
      const isStoodFor = await standIn(run, page.node, error)
      finishFailed(run, page, error, isStoodFor)
    }
  }
}

export function finishLeft(run: FolderRun, { node, sent }: PageAtWork, message?: string): void {
  run.state.giveUp(node)
  const why = sent === undefined ? message : linksLeft
  run.output.finish(node, 'not-sent', why === undefined ? {} : { message: why })
}

/** Find a page whose file failed, because links and children still need it. */
async function findUnsent(run: FolderRun, node: PageNode, error: unknown): Promise<void> {
  const { state } = run
  const mayBeThere = isOfPage(error) || (error instanceof ImportError && isOfPeople(error))
  if (!mayBeThere || state.find(node) !== undefined || state.idOf(node) !== undefined) return
  try {
    await lookUpPage(run, node, findPlace(run, node).parentId)
  } catch {
    // The import's own failure is reported; whether the page exists stays unknown.
  }
}

function finishFailed(
  run: FolderRun,
  { node, sent }: PageAtWork,
  error: unknown,
  isStoodFor: boolean,
): void {
  const isWorded = error instanceof DocumentError || error instanceof ImportError
  if (!isWorded) throw error
  const isOfRun =
    !isStoodFor && run.state.giveUp(node, error instanceof ImportError ? error : undefined)
  if (isOfRun && sent === undefined) {
    run.output.finish(node, 'not-sent')
    return
  }
  const why = wordFailure(run, node, error) + (isStoodFor ? standsIn : '')
  const message = sent === undefined ? why : `${linksLeft} ${why}`
  const key = error instanceof ImportError ? { key: error.key } : {}
  run.output.finish(node, 'failed', { message, ...key })
  run.state.settle(node)
}

const standsIn = ' A list of the pages below it stands in its place.'
const linksLeft = 'The page was made, but its links to other pages are still to be written.'

export function wordFailure(run: FolderRun, node: PageNode, error: Error): string {
  return error.message + adviceFor(run, node, error)
}

function adviceFor({ settings, state }: FolderRun, node: PageNode, error: Error): string {
  if (!(error instanceof ImportError)) return ''
  if (error.key === 'already-exists' && !settings.overwrite) {
    return ' Leave out --no-overwrite to update it.'
  }
  if (error.key !== 'not-found') return ''
  if (node.pageId !== undefined)
    return ` The file names the page ${node.pageId}: name another, or none.`
  if (node.parentId !== undefined) return ' Check `parent` in its front matter.'
  const parent = node.parent && state.find(node.parent)
  return parent === undefined
    ? ''
    : ` If the page ${parent.id} above it was trashed, import with --resend.`
}

function warn(
  { output }: FolderRun,
  { path }: PageNode,
  warnings: readonly (Notice | AnswerWarning)[],
): void {
  for (const one of warnings) output.warn(path, one)
}

/** Created in the first pass and updated in the second counts as created. */
function firstOf(first: PageOutcome | undefined, second: PageOutcome): PageOutcome {
  return first === undefined || first === 'unchanged' ? second : first
}

/** Failures that concern only one page. */
const ofPage: ReadonlySet<string> = new Set(['bad-request', 'payload-too-large', 'internal-error'])

/** True when the failure concerns this page alone. */
function isOfPage(error: unknown): boolean {
  return error instanceof DocumentError || (error instanceof ImportError && ofPage.has(error.key))
}

/**
 * Replace a failed page by a list of its children, unless it exists; the next import replaces the
 * list.
 * @returns Whether there is such a list, or would be after a dry run.
 */
async function standIn(run: FolderRun, node: PageNode, error: unknown): Promise<boolean> {
  const { builder, settings, state } = run
  if (!isOfPage(error) || node.children.length === 0 || state.find(node) !== undefined) return false
  if (settings.dryRun) return state.isForeseen(node)
  try {
    const place = findPlace(run, node)
    const { text: _, ...page } = node
    const built = await builder.build({ ...page, file: undefined, lists: node.children })
    await sendPage(run, place, built, { overwrite: false })
    return true
  } catch (refusal) {
    const isWorded = refusal instanceof DocumentError || refusal instanceof ImportError
    if (isWorded || settings.connection.signal?.aborted) return false
    throw refusal
  }
}

function outlookOf(
  { state, rivals }: FolderRun,
  { node, parentId }: PlacedPage,
  { page, foreseen, outcome }: ImportedPage,
): PageOutlook {
  if (foreseen === undefined) return {}
  const { title, edited, detaches, files: sends, requests } = foreseen
  const isHomepage = state.homepageTitle(node) !== undefined
  const isMoved = page !== undefined && page.parentId !== parentId && !isHomepage
  const mayBeSuffixed = outcome === 'created' && foreseen.titleClash === 'suffix'
  const rival = mayBeSuffixed ? rivals.get(node) : undefined
  return {
    ...(title !== node.title && !isHomepage && { titleThere: title }),
    ...(page !== undefined && page.title !== title && { renamedFrom: page.title }),
    ...(isMoved && { movedFrom: page.parentId }),
    ...(edited && { edited }),
    ...(detaches && { detaches }),
    ...(sends && { sends }),
    ...(requests !== undefined && { requests }),
    ...(rival && {
      remark: `${rival.path} wants this title as well: one of them gets it with that of the page above.`,
    }),
  }
}

/**
 * Look up known pages in batches.
 * @throws {ImportError} When the service cannot tell.
 */
export async function lookAtKnown(run: FolderRun): Promise<void> {
  const { manifest, moved, plan, seen, service, settings } = run
  const ids = plan.tree.nodes.flatMap((node) => {
    const entry = manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
    return entry === undefined || !(entry.isElsewhere || settings.planFile) ? [] : [entry.pageId]
  })
  if (ids.length === 0 || !(await service.reservesPages())) return
  const found = await requestPages(settings.connection, settings.spaceId, ids)
  for (const id of ids) seen.set(id, 'gone')
  for (const page of found) seen.set(page.id, page)
}

interface SeenPage {
  readonly outlook: PageOutlook
  readonly there?: AnswerPage
}

/**
 * Look at an unchanged page. The service is asked only if its version is not that of the last
 * import.
 */
async function lookAtUnsent(
  run: FolderRun,
  { node, parentId, before }: PlacedPage,
  built: BuiltPage,
): Promise<SeenPage> {
  const { seen, settings } = run
  const there = seen.get(before?.entry.pageId ?? '')
  if (there === undefined) return { outlook: {} }
  if (there === 'gone') return { outlook: { remark: gone } }
  if (there.version === before?.entry.version) return { outlook: {}, there }
  const fields = { ...fieldsOf(run, { node, parentId }, built), overwrite: true, pageId: there.id }
  try {
    const { page = there, foreseen } = await importPage(settings.connection, fields)
    const edited = foreseen?.edited
    return { outlook: edited ? { edited } : { remark: versionOf(there) }, there: page }
  } catch (error) {
    if (!(error instanceof ImportError) || !refusalsOfPage.has(error.key)) throw error
    return { outlook: { remark: error.message }, there }
  }
}

/** The page is not sent, so these refusals are only reported. */
const refusalsOfPage: ReadonlySet<string> = new Set([
  ...['edited-elsewhere', 'comments-would-detach', 'already-exists', 'bad-request', 'not-found'],
])

const gone = 'The page is not there any more. To make it anew, import with --resend.'

function versionOf({ version }: AnswerPage): string {
  return `The page has version ${version}, which no import of this folder made.`
}
