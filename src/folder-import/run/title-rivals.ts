/** Titles that two pages of a run want, where a space of the wiki has each once. @module */
import { ImportError } from '../../http-client/import-error.ts'
import type { ImportedPage } from '../../http-client/import-page.ts'
import { contractLimits } from '../../importing/contract.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'

/**
 * Find pages that want a title that another one of the run is to get: of those that would be made or
 * renamed, the nearest to the top comes first.
 * @returns For each, the page that gets it.
 */
export function findRivals({ plan, state, manifest }: FolderRun): Map<PageNode, PageNode> {
  const first = new Map<string, PageNode>()
  const rivals = new Map<PageNode, PageNode>()
  const isNew = (node: PageNode): boolean =>
    state.homepageTitle(node) === undefined &&
    (state.find(node) === undefined || manifest.find(node.path)?.title !== node.title)
  for (const node of plan.tree.nodes.filter(isNew).toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const key = foldTitle(node.title)
    const other = first.get(key)
    if (other === undefined) first.set(key, node)
    else rivals.set(node, other)
  }
  return rivals
}

/** Fold a title as Confluence compares them. */
export function foldTitle(title: string): string {
  return title.normalize('NFC').toLowerCase()
}

/** Make a title for a page that no other page has. */
export function ownTitle({ title, path }: PageNode): string {
  return `(${path}) ${title}`.slice(0, contractLimits.maxTitleLength).toWellFormed()
}

function depthOf({ parent }: PageNode): number {
  return parent === undefined ? 0 : 1 + depthOf(parent)
}

/**
 * Refuse a page whose title another one gets in this run, where a space has a title once.
 * @throws {ImportError} As the service will.
 */
export function checkRivals(
  { rivals }: FolderRun,
  node: PageNode,
  { foreseen, page, outcome }: ImportedPage,
): void {
  const rival = rivals.get(node)
  if (rival === undefined || foreseen?.titleClash !== 'refuse') return
  const isToGet = outcome === 'created' || page?.title !== foreseen.title
  if (isToGet) throw titleClash(node, `${rival.path} is to have it`)
}

/**
 * Refuse a page whose title another one has, where a space has a title once. Its own place is still to
 * be made, so that the service took that other page for it.
 * @param node The page, whose title no page of the run gives up.
 * @throws {ImportError} As the service will.
 */
export function checkOther(node: PageNode, { foreseen, page }: ImportedPage): void {
  if (page !== undefined && foreseen?.titleClash === 'refuse') throw titleClash(node, page.url)
}

function titleClash({ title }: PageNode, where: string): ImportError {
  return new ImportError(
    'already-exists',
    `A title stands once in a space of Confluence, in capitals or not, and ${JSON.stringify(title)} is another page's (${where}). Choose another, or connect the space with --on-title-clash suffix.`,
  )
}
