/** Asks the service whether a page is there, by a dry run, which names it. @module */
import { importPage, type PageFields } from '../../http-client/import-page.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'

/**
 * Learn the address of a page that may be there.
 * @returns Whether it is there.
 */
export async function lookUpPage(
  { settings, state }: FolderRun,
  node: PageNode,
  parentId: string,
): Promise<boolean> {
  // Nothing is below what was made just now.
  if (node.parent !== undefined && state.isNew(node.parent)) return false
  const fields = lookUpFields(settings, parentId, node.title)
  const { page } = await importPage(settings.connection, fields)
  if (page !== undefined) state.noteFound(node, page)
  return page !== undefined
}

/** Make the request that asks whether a page is there, and writes nothing. */
export function lookUpFields(
  { spaceId }: FolderSettings,
  parentId: string,
  pageTitle: string,
): PageFields {
  return { spaceId, parentId, pageTitle, content: '-', overwrite: true, dryRun: true }
}
