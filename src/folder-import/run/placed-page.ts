/** A page of a run, and where it belongs. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { importPage, type PageFields } from '../../http-client/import-page.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import type { RunState } from './run-state.ts'

export interface PlacedPage {
  readonly node: PageNode
  readonly parentId: string
  /** The manifest's entry of the file, under this or a former path. */
  readonly before: { readonly path: string; readonly entry: ManifestEntry } | undefined
  /** Whether parent and title are as in the manifest. */
  readonly isSame: boolean
  /** Temporary title that makes room for another page of the run. */
  readonly titleForNow?: string
}

/**
 * Find a page's parent and manifest entry. In a dry run, the nearest existing page stands for a
 * parent that would be made.
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
  // `resend` ignores what the manifest says.
  return { node, parentId, before: { path, entry }, isSame: isThere && !settings.resend }
}

/** The nearest page above that exists. */
function findParentId(run: FolderRun, node: PageNode): string {
  if (node.parentId !== undefined) return node.parentId
  for (let above = node.parent; above !== undefined; above = above.parent) {
    const page = run.state.find(above)
    if (page !== undefined) return page.id
    if (above.parentId !== undefined && isAwaited(above, run)) return above.parentId
  }
  return run.settings.parentId
}

export function isPlaceForeseen({ parent }: PageNode, run: FolderRun): boolean {
  return parent !== undefined && isAwaited(parent, run)
}

function isAwaited(node: PageNode, { state }: FolderRun): boolean {
  return state.isForeseen(node) && state.find(node) === undefined
}

/**
 * Learn the address of a page that may exist; one that refuses to be overwritten exists too.
 * @returns Whether it exists and no other file owns it.
 */
export async function lookUpPage(
  { settings, state }: FolderRun,
  node: PageNode,
  parentId: string,
): Promise<boolean> {
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

export function isOfOther(
  { ownerOf }: Pick<RunState, 'ownerOf'>,
  node: PageNode,
  pageId: string,
): boolean {
  const owner = ownerOf(pageId)
  return owner !== undefined && owner !== node
}

/** Make a request that only asks whether a page exists. */
export function lookUpFields(
  { spaceId }: FolderSettings,
  parentId: string,
  pageTitle: string,
): PageFields {
  return { spaceId, parentId, pageTitle, content: '-', overwrite: true, dryRun: true }
}
