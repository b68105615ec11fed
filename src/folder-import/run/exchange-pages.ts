/**
 * Titles that pages of a run hold and give up for others. A page waits for the one that has its title,
 * and for the one above it; where pages wait for each other in a circle, no order of writing gets there:
 * one of them gets the page that has its title, before anything is sent.
 * @module
 */
import { append } from '../../base/append.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import type { PlacedPage } from './placed-page.ts'
import { foldTitle } from './title-rivals.ts'

/** A page by the manifest. */
interface HeldPage {
  readonly path: string
  readonly entry: ManifestEntry
  /** Its title, where that stands once. */
  readonly held: string
}

/**
 * Break circles, and note which titles pages give up, and which they keep.
 * @param run The run, by which pages are known that the manifest has.
 * @returns The pages that are known no more: another file has what they had.
 */
export async function exchangePages(run: FolderRun): Promise<readonly PageNode[]> {
  const { plan, settings, service, freed } = run
  const unknown: PageNode[] = []
  let pages = heldPages(run)
  const mayExchange = pages.size > 0 && settings.overwrite && (await service.reservesPages())
  // Each time, one more page has its title.
  for (let left = plan.tree.nodes.length; mayExchange && left > 0; left -= 1) {
    const pair = findPair(run, pages)
    if (pair === undefined) break
    append(unknown, exchange(run, pages, pair))
    pages = heldPages(run)
  }
  for (const [node, { held, entry }] of pages) {
    if (held !== wantedBy(run, node)) freed.add(held)
    else run.kept.set(keptPlace(entry), node)
  }
  return unknown
}

/** Find the other file whose page has this title below this parent, and keeps it in this run. */
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

/** Tell whether another page that has the title of this one gives it up in this run. */
export function isFreed(run: FolderRun, node: PageNode): boolean {
  return run.freed.has(placeOf(run, node.title, parentIdOf(run, node)))
}

function heldPages(run: FolderRun): Map<PageNode, HeldPage> {
  const { manifest, moved, plan, state } = run
  const pages = new Map<PageNode, HeldPage>()
  for (const node of plan.tree.nodes) {
    const path = manifest.find(node.path) ? node.path : (moved.get(node) ?? '')
    const entry = manifest.find(path)
    const isHeld = entry !== undefined && state.find(node)?.id === entry.pageId
    // A homepage keeps its title.
    if (!isHeld || state.homepageTitle(node) !== undefined) continue
    pages.set(node, { path, entry, held: placeOf(run, entry.title, entry.parentId) })
  }
  return pages
}

/** What is not sent keeps what it has. */
function wantedBy(run: FolderRun, node: PageNode): string | undefined {
  const isSent = run.state.problemOf(node) === undefined
  return isSent ? placeOf(run, node.title, parentIdOf(run, node)) : undefined
}

/** In Confluence a title stands once in a space, in capitals or not; here, once below a page. */
function placeOf({ manifest }: FolderRun, title: string, parentId: string | undefined): string {
  return manifest.isElsewhere()
    ? foldTitle(title)
    : JSON.stringify([parentId, title.normalize('NFC')])
}

/** Undefined where it is still to be made. */
function parentIdOf({ settings, state }: FolderRun, node: PageNode): string | undefined {
  const { parent, parentId } = node
  return parentId ?? (parent === undefined ? settings.parentId : state.find(parent)?.id)
}

/** A page of a circle, and the next one, which has its title. */
type Pair = readonly [node: PageNode, holder: PageNode]

function findPair(run: FolderRun, pages: ReadonlyMap<PageNode, HeldPage>): Pair | undefined {
  const holders = new Map([...pages].map(([node, { held }]) => [held, node]))
  const holderOf = (node: PageNode): PageNode | undefined => {
    const wanted = wantedBy(run, node)
    const holder = wanted === undefined ? undefined : holders.get(wanted)
    const isGivenUp = holder !== undefined && wantedBy(run, holder) !== wanted
    // Whoever named its page means no other one.
    const isNamed = node.pageId !== undefined || holder?.pageId !== undefined
    return isGivenUp && !isNamed ? holder : undefined
  }
  const circle = findCircle(run.plan.tree.nodes, (node) =>
    [holderOf(node), node.parent].filter((one) => one !== undefined),
  )
  for (const [index, node] of circle.entries()) {
    const next = circle[(index + 1) % circle.length]
    const holder = holderOf(node)
    if (holder !== undefined && holder === next) return [node, holder]
  }
  return undefined
}

/** @returns Pages of which each waits for the next one, and the last for the first; empty without any. */
function findCircle(
  nodes: readonly PageNode[],
  waitsFor: (node: PageNode) => readonly PageNode[],
): PageNode[] {
  const over = new Set<PageNode>()
  for (const start of nodes) {
    const way = [start]
    const onWay = new Set(way)
    for (let node: PageNode | undefined = start; node !== undefined; node = way.at(-1)) {
      const next = waitsFor(node).find((one) => !over.has(one))
      if (next === undefined) {
        over.add(node)
        onWay.delete(node)
        way.pop()
      } else if (onWay.has(next)) return way.slice(way.indexOf(next))
      else {
        way.push(next)
        onWay.add(next)
      }
    }
  }
  return []
}

/** What is noted holds as well if nothing of it is sent: each page has the title that it had. */
function exchange(
  { manifest, state }: FolderRun,
  pages: ReadonlyMap<PageNode, HeldPage>,
  [node, holder]: Pair,
): PageNode[] {
  const own = pages.get(node)
  const theirs = pages.get(holder) as HeldPage
  const give = (to: PageNode, path: string, page: ManifestEntry, source?: string): void => {
    const { warnings: _, source: _other, ...rest } = page
    const entry = { ...rest, hash: '', ...(source === undefined ? {} : { source }) }
    manifest.put(path, entry)
    state.recall(to, entry)
  }
  if (own === undefined) {
    manifest.remove(theirs.path)
    state.forget(holder)
  } else give(holder, theirs.path, own.entry, theirs.entry.source)
  give(node, own?.path ?? node.path, theirs.entry, own?.entry.source)
  return own === undefined ? [holder] : []
}
