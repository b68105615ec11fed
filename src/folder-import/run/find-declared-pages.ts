/** Finds the pages that files name by their ids, or were given, before anything is sent. @module */
import { requestPages } from '../../http-client/request-reservations.ts'
import { contractLimits } from '../../importing/contract.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { ManifestEntry } from './manifest-entry.ts'

/**
 * Find the pages. A file that names one which is not there, or is another file's, fails: made by its
 * title, the page would be there twice. A page that a file was given by the manifest alone, and that has
 * gone since, is imported by its title.
 * @throws {ImportError} When the service cannot tell.
 */
export async function findDeclaredPages(run: FolderRun): Promise<void> {
  const { plan, settings, state } = run
  const declared = plan.tree.nodes.flatMap((node) => declaredBy(run, node))
  if (declared.length === 0) return
  const ids = declared.map(({ pageId }) => pageId)
  const askable = ids.filter(({ length }) => length <= contractLimits.maxIdLength)
  const found = await requestPages(settings.connection, settings.spaceId, askable)
  const pages = new Map(found.map((page) => [page.id, page]))
  const holders = holdersOf(run)
  for (const { node, pageId } of declared) {
    const page = pages.get(pageId)
    const holder = state.ownerOf(pageId) ?? holders.get(pageId)
    const isOthers = holder !== undefined && holder !== node
    const refuse = (problem: string): void => state.refuse(node, wordDeclared(pageId, problem))
    if (pageId === settings.parentId) refuse(isParent)
    else if (isOthers) refuse(`which is that of ${run.output.nameOf(holder.path)}`)
    else if (page !== undefined) state.noteFound(node, page)
    else if (node.pageId !== undefined) refuse(isNotThere)
    else for (const path of [node.path, run.moved.get(node) ?? '']) run.manifest.remove(path)
  }
  forgetGone(run, new Set(ids))
}

const isParent = 'which others are imported below: give the page above it as --parent'
const isNotThere = 'which is not there: restore it, if it is in the trash of this space'

/**
 * Word what is wrong with the page that a file names.
 * @param problem What follows the page's id, without a full stop.
 */
function wordDeclared(pageId: string, problem: string): string {
  return `The file names the page ${pageId}, ${problem}. Name another, or none; --no-page-ids leaves all such ids unread.`
}

/** The page that a file names, or was given, where no import has looked it up. */
function declaredBy(
  run: FolderRun,
  node: PageNode,
): { readonly node: PageNode; readonly pageId: string }[] {
  const entry = entryOf(run, node)
  const pageId = node.pageId ?? (entry?.url === '' ? entry.pageId : undefined)
  const isOpen = run.state.problemOf(node) === undefined && run.state.find(node) === undefined
  if (pageId === undefined || !isOpen) return []
  const isKnown = entry?.pageId === pageId && entry.url !== '' && !run.settings.resend
  return isKnown ? [] : [{ node, pageId }]
}

function entryOf({ manifest, moved }: FolderRun, node: PageNode): ManifestEntry | undefined {
  return manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
}

/** The files that have pages by the manifest, and name no other. */
function holdersOf(run: FolderRun): ReadonlyMap<string, PageNode> {
  const holders = new Map<string, PageNode>()
  for (const node of run.plan.tree.nodes) {
    const entry = entryOf(run, node)
    if (entry !== undefined && node.pageId === undefined) holders.set(entry.pageId, node)
  }
  return holders
}

/** What a file that is gone had is by now that of the file that names it. */
function forgetGone({ plan, manifest, settings, state }: FolderRun, ids: ReadonlySet<string>) {
  if (settings.dryRun) return
  const present = new Set(plan.tree.nodes.map(({ path }) => path))
  for (const path of manifest.paths()) {
    const id = manifest.find(path)?.pageId ?? ''
    const owner = state.ownerOf(id)
    const isTaken = ids.has(id) && owner !== undefined && owner.path !== path
    if (isTaken && !present.has(path)) manifest.remove(path)
  }
}
