/** Titles that pages of a run give up for others, and those that pages keep. @module */
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import type { PlacedPage } from './placed-page.ts'
import { foldTitle } from './title-rivals.ts'

/** Note which titles the pages of the manifest give up in this run, and which they keep. */
export function noteTitles(run: FolderRun): void {
  const { freed, kept, manifest, moved, plan, state } = run
  for (const node of plan.tree.nodes) {
    const entry = manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
    const isHeld = entry !== undefined && state.find(node)?.id === entry.pageId
    // A homepage keeps its title.
    if (!isHeld || state.homepageTitle(node) !== undefined) continue
    const held = placeOf(run, entry.title, entry.parentId)
    // What is not sent keeps what it has.
    const isKept = state.problemOf(node) !== undefined || held === wantedBy(run, node)
    if (isKept) kept.set(keptPlace(entry), node)
    else freed.set(held, node)
  }
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

/** Find the file whose page has the title of this one so far, and gives it up in this run. */
export function findHolder(run: FolderRun, node: PageNode): PageNode | undefined {
  return run.freed.get(wantedBy(run, node))
}

/** In Confluence a title stands once in a space, in capitals or not; here, once below a page. */
function placeOf({ manifest }: FolderRun, title: string, parentId: string | undefined): string {
  return manifest.isElsewhere()
    ? foldTitle(title)
    : JSON.stringify([parentId, title.normalize('NFC')])
}

function wantedBy(run: FolderRun, { parent, parentId, title }: PageNode): string {
  const { settings, state } = run
  // Undefined where the page above is still to be made.
  const above = parent === undefined ? settings.parentId : state.find(parent)?.id
  return placeOf(run, title, parentId ?? above)
}
