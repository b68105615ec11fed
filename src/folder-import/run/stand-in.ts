/** Puts a list in place of a page that fails, so that the pages below it have one to be below. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { DocumentError } from '../documents/document-error.ts'
import type { PageNode } from '../plan/page-node.ts'
import { findPlace } from './find-place.ts'
import type { FolderRun } from './folder-run.ts'
import { sendPage } from './send-page.ts'

/** Failures of one page alone. */
const ofPage: ReadonlySet<string> = new Set(['bad-request', 'payload-too-large', 'internal-error'])

/** Tell whether a failure concerns its page alone. */
export function isOfPage(error: unknown): boolean {
  return error instanceof DocumentError || (error instanceof ImportError && ofPage.has(error.key))
}

/**
 * Make a list of the pages below a page that failed, with its title and in its place, unless it is
 * there already. The next import replaces it by the file, once that is mended.
 * @returns Whether there is such a list, or would be after a dry run.
 */
export async function standIn(run: FolderRun, node: PageNode, error: unknown): Promise<boolean> {
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
