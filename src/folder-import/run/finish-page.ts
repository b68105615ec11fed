/** How the work on a page ends: sent, not needed, foreseen or failed. @module */
import { ImportError } from '../../http-client/import-error.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../documents/document-error.ts'
import type { PageOutcome } from '../folder-events.ts'
import type { Notice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import { serviceWarnings } from '../service-warnings.ts'
import type { FolderRun } from './folder-run.ts'
import type { KnownPage, PlacedPage } from './run-state.ts'
import type { SentPage } from './send-page.ts'
import { interruption } from './stop-sign.ts'

/** A page at work. */
export interface PageAtWork {
  readonly node: PageNode
  /** Set when it was sent in the first pass, without all of its links. */
  readonly sent?: SentPage
}

/**
 * End with the service's answer.
 * @param run The run.
 * @param page The page, and what the first pass sent of it.
 * @param sent The answer.
 * @param notices What the client has to say.
 */
export function finishSent(
  run: FolderRun,
  page: PageAtWork,
  sent: SentPage,
  notices: readonly Notice[],
): void {
  const { output, state } = run
  const { node } = page
  warn(run, node, notices)
  for (const one of serviceWarnings(sent.imported.warnings, sent)) {
    output.warn(node.path, one)
  }
  const outcome = firstOf(page.sent?.imported.outcome, sent.imported.outcome)
  const there = sent.imported.page ?? state.find(node)
  output.finish(node, outcome, there === undefined ? {} : { page: pick(there) })
}

/**
 * End without sending: the service has exactly this.
 * @param run The run.
 * @param place The page.
 * @param built What would have been sent.
 */
export function finishUnsent(run: FolderRun, place: PlacedPage, built: BuiltPage): void {
  const { output, state } = run
  const { node } = place
  warn(run, node, built.notices)
  state.noteUnchanged(place)
  const there = state.find(node)
  output.finish(node, 'unchanged', there === undefined ? {} : { page: pick(there) })
}

/**
 * End a dry run's work on a page whose links lead to pages that would be made.
 * @param run The run.
 * @param page The page.
 * @param built What is known of its content.
 */
export function finishForeseen(run: FolderRun, { node }: PageAtWork, built: BuiltPage): void {
  warn(run, node, built.notices)
  const there = run.state.find(node)
  run.output.finish(node, 'updated', there === undefined ? {} : { page: pick(there) })
}

/**
 * Work on a page; its failure ends that work only, unless no other page could succeed.
 * @param run The run.
 * @param page The page, and what the first pass sent of it.
 * @param work What to do.
 */
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
    } else finishFailed(run, page, error)
  }
}

/**
 * End with a page that is left for another run.
 * @param run The run.
 * @param page The page, and what the first pass sent of it.
 */
export function finishLeft(run: FolderRun, { node, sent }: PageAtWork): void {
  run.state.giveUp(node)
  run.output.finish(node, 'not-sent', sent === undefined ? {} : { message: linksLeft })
}

function finishFailed(run: FolderRun, { node, sent }: PageAtWork, error: unknown): void {
  const isWorded = error instanceof DocumentError || error instanceof ImportError
  if (!isWorded) throw error
  run.state.giveUp(node, error instanceof ImportError ? error : undefined)
  const message = sent === undefined ? error.message : `${linksLeft} ${error.message}`
  const key = error instanceof ImportError ? { key: error.key } : {}
  run.output.finish(node, 'failed', { message: `${message}${adviceFor(run, node, error)}`, ...key })
}

const linksLeft = 'The page was made, but its links to other pages are still to be written.'

function adviceFor({ settings, state }: FolderRun, node: PageNode, error: Error): string {
  if (!(error instanceof ImportError)) return ''
  if (error.key === 'already-exists' && !settings.overwrite) {
    return ' Leave out --no-overwrite to update it.'
  }
  if (error.key !== 'not-found') return ''
  if (node.parentId !== undefined) return ' Check `parent` in its front matter.'
  const parent = node.parent && state.find(node.parent)
  return parent === undefined
    ? ''
    : ` If the page ${parent.id} above it was trashed, import with --resend.`
}

function warn({ output }: FolderRun, { path }: PageNode, notices: readonly Notice[]): void {
  for (const one of notices) output.warn(path, one)
}

/** Made in the first pass and updated in the second is made. */
function firstOf(first: PageOutcome | undefined, second: PageOutcome): PageOutcome {
  return first === undefined || first === 'unchanged' ? second : first
}

function pick({ id, url, version }: KnownPage): KnownPage {
  return version === undefined ? { id, url } : { id, url, version }
}
