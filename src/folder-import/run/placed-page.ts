/** A page of a run, and where it belongs. @module */

import { ImportError } from '../../http-client/import-error.ts'
import { importPage, type PageFields } from '../../http-client/import-page.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import type { RunState } from './run-state.ts'

/** Where a page belongs. */
export interface PlacedPage {
  readonly node: PageNode
  readonly parentId: string
  /** What the manifest has of its file, under this path or a former one. */
  readonly before: { readonly path: string; readonly entry: ManifestEntry } | undefined
  /** The manifest knows it under this parent with this title. */
  readonly isSame: boolean
  /** The title that it gets for now, where it makes room for another page of the run. */
  readonly titleForNow?: string
}

/**
 * Find the parent of a page, and what the manifest has of it. In a dry run, a parent that would be
 * made is stood for by the next page above that is there.
 */
export function findPlace(run: FolderRun, node: PageNode): PlacedPage {
  const { manifest, moved, settings } = run
  const parentId = findParentId(run, node)
  const path = manifest.find(node.path) ? node.path : moved.get(node)
  const entry = path === undefined ? undefined : manifest.find(path)
  if (path === undefined || entry === undefined) {
    return { node, parentId, before: undefined, isSame: false }
  }
  const isThere =
    entry.title === node.title &&
    entry.parentId === parentId &&
    entry.pageId === (node.pageId ?? entry.pageId) &&
    !isPlaceForeseen(node, run)
  // When all is sent again, nothing that the manifest says is relied on.
  return { node, parentId, before: { path, entry }, isSame: isThere && !settings.resend }
}

/** The page above; if that failed, the next one above it that is there. */
function findParentId(run: FolderRun, node: PageNode): string {
  if (node.parentId !== undefined) return node.parentId
  for (let above = node.parent; above !== undefined; above = above.parent) {
    const page = run.state.find(above)
    if (page !== undefined) return page.id
    if (above.parentId !== undefined && isAwaited(above, run)) return above.parentId
  }
  return run.settings.parentId
}

/** Tell whether the parent of a page would be made, were this no dry run. */
export function isPlaceForeseen({ parent }: PageNode, run: FolderRun): boolean {
  return parent !== undefined && isAwaited(parent, run)
}

function isAwaited(node: PageNode, { state }: FolderRun): boolean {
  return state.isForeseen(node) && state.find(node) === undefined
}

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
