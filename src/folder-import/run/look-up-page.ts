/** Asks the service whether a page is there, by a dry run, which names it. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { importPage, type PageFields } from '../../http-client/import-page.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { RunState } from './run-state.ts'

/**
 * Learn the address of a page that may be there. One that refuses to be written over is there as well:
 * what becomes of its file is told when that is sent.
 * @returns Whether it is there, and no other file's.
 */
export async function lookUpPage(
  { settings, state }: FolderRun,
  node: PageNode,
  parentId: string,
): Promise<boolean> {
  // Nothing is below what was made just now.
  if (node.parent !== undefined && state.isNew(node.parent)) return false
  const fields = lookUpFields(settings, parentId, node.title)
  const { page } = await importPage(settings.connection, fields).catch(refusingPage)
  if (page === undefined || isOfOther(state, node, page.id)) return false
  state.noteFound(node, page)
  return true
}

function refusingPage(error: unknown): Pick<ImportError, 'page'> {
  if (error instanceof ImportError && error.page !== undefined) return error
  throw error
}

/** Tell whether another file has the page: that keeps it, and gives up its title. */
export function isOfOther(
  { ownerOf }: Pick<RunState, 'ownerOf'>,
  node: PageNode,
  pageId: string,
): boolean {
  const owner = ownerOf(pageId)
  return owner !== undefined && owner !== node
}

/** Make the request that asks whether a page is there, and writes nothing. */
export function lookUpFields(
  { spaceId }: FolderSettings,
  parentId: string,
  pageTitle: string,
): PageFields {
  return { spaceId, parentId, pageTitle, content: '-', overwrite: true, dryRun: true }
}
