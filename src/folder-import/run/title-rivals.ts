/** Finds pages that want the same title, where titles are unique in a space. @module */

import { contractLimits } from '../../contract/limits.ts'
import { ImportError } from '../../http-client/import-error.ts'
import type { ImportedPage } from '../../http-client/import-page.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import type { PlacedPage } from './placed-page.ts'

/**
 * Find pages whose title another page of the run gets; the one nearest to the top wins.
 * @returns For each, the page that gets the title.
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

function foldTitle(title: string): string {
  return title.normalize('NFC').toLowerCase()
}

export function ownTitle({ title, path }: PageNode): string {
  return `(${path}) ${title}`.slice(0, contractLimits.maxTitleLength).toWellFormed()
}

function depthOf({ parent }: PageNode): number {
  return parent === undefined ? 0 : 1 + depthOf(parent)
}

/**
 * Refuse a page whose title another page of this run gets.
 * @throws {ImportError} As the service would.
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
 * Refuse a page whose title another page has, although its own place does not exist yet.
 * @throws {ImportError} As the service would.
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

/** Note which titles the known pages give up or keep. */
export function noteTitles(run: FolderRun): void {
  const { freed, kept, manifest, moved, plan, state } = run
  for (const node of plan.tree.nodes) {
    const entry = manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
    const isHeld = entry !== undefined && state.find(node)?.id === entry.pageId
    // A homepage keeps its title.
    if (!isHeld || state.homepageTitle(node) !== undefined) continue
    const held = placeOf(run, entry.title, entry.parentId)
    // A page that is not sent keeps its title.
    const isKept = state.problemOf(node) !== undefined || held === wantedBy(run, node)
    if (isKept) kept.set(keptPlace(entry), node)
    else freed.set(held, node)
  }
}

/** Find another file whose page keeps this title below this parent. */
export function findKeeper(
  { kept }: FolderRun,
  { node, parentId }: Pick<PlacedPage, 'node' | 'parentId'>,
): PageNode | undefined {
  const keeper = kept.get(keptPlace({ title: node.title, parentId }))
  return keeper === node ? undefined : keeper
}

function keptPlace({ title, parentId }: Pick<ManifestEntry, 'title' | 'parentId'>): string {
  return JSON.stringify([parentId, foldTitle(title)])
}

export function findHolder(run: FolderRun, node: PageNode): PageNode | undefined {
  return run.freed.get(wantedBy(run, node))
}

/**
 * In Confluence titles are unique in a space regardless of case; in the embedded wiki, below a
 * parent.
 */
function placeOf({ manifest }: FolderRun, title: string, parentId: string | undefined): string {
  return manifest.isElsewhere()
    ? foldTitle(title)
    : JSON.stringify([parentId, title.normalize('NFC')])
}

function wantedBy(run: FolderRun, { parent, parentId, title }: PageNode): string {
  const { settings, state } = run
  // Undefined where the parent does not exist yet.
  const above = parent === undefined ? settings.parentId : state.find(parent)?.id
  return placeOf(run, title, parentId ?? above)
}
