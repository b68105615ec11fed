/** Recalls the pages of files from the manifest and from an applied plan. @module */

import type { AnswerPage } from '../../contract/answers.ts'
import { contractLimits } from '../../contract/limits.ts'
import { ImportError } from '../../http-client/import-error.ts'
import { importPage } from '../../http-client/import-page.ts'
import { requestPages } from '../../http-client/request-reservations.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import { lookUpFields, lookUpPage } from './placed-page.ts'
import { noteTitles } from './title-rivals.ts'

export async function recallPages(run: FolderRun): Promise<readonly PageNode[]> {
  const unknown = new Set(await recallKnown(run))
  noteTitles(run)
  if (run.expected !== undefined) recallPlanned(run, unknown)
  return run.plan.tree.nodes.filter(
    (node) => unknown.has(node) && run.state.find(node) === undefined,
  )
}

async function recallKnown(run: FolderRun): Promise<PageNode[]> {
  const { manifest, moved, plan, settings, state } = run
  const unknown: PageNode[] = []
  const nowhere = new Set<PageNode>()
  for (const node of plan.tree.nodes) {
    const entry = manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
    const { parent } = node
    if (state.find(node) !== undefined) continue
    const isRefused = state.problemOf(node) !== undefined
    if (isRefused || (parent !== undefined && nowhere.has(parent))) {
      state.recall(node, entry)
      if (entry === undefined) nowhere.add(node)
      continue
    }
    const parentId = node.parentId ?? (parent ? state.find(parent)?.id : settings.parentId)
    const isThere = entry?.title === node.title && entry.parentId === parentId && !settings.resend
    // Without an id, a page with another title or place counts as another page.
    if (entry !== undefined && (isThere || (await run.service.reservesPages())))
      state.recall(node, entry)
    else unknown.push(node)
  }
  return unknown
}

/** The plan knows pages by what the wiki had, under other titles too. */
function recallPlanned(
  { expected, manifest, moved, plan, state }: FolderRun,
  unknown: Set<PageNode>,
): void {
  for (const node of plan.tree.nodes) {
    const page = expected?.pageOf(node)
    if (page === undefined) continue
    if (page === 'none') {
      // A page that is not made needs no reservation.
      if (unknown.delete(node)) state.recall(node, undefined)
    } else if (page === 'new') {
      // The former page is gone.
      for (const path of [node.path, moved.get(node) ?? '']) manifest.remove(path)
      state.forget(node)
      unknown.add(node)
    } else if (state.find(node)?.id !== page.id) state.noteFound(node, page)
  }
}

/**
 * Find pages by the ids in files. A file with a missing or foreign id fails, because creating it by
 * title could duplicate the page.
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
    else refuse(isNotThere)
  }
  forgetGone(run, new Set(ids))
}

const isParent = 'which others are imported below: give the page above it as --parent'
const isNotThere = 'which is not there: restore it, if it is in the trash of this space'

/**
 * Word a problem with a declared page.
 * @param problem Follows the page's id; without a full stop.
 */
function wordDeclared(pageId: string, problem: string): string {
  return `The file names the page ${pageId}, ${problem}. Name another, or none; --no-page-ids leaves all such ids unread.`
}

/** The page id of a file, unless an import has already looked it up. */
function declaredBy(
  run: FolderRun,
  node: PageNode,
): { readonly node: PageNode; readonly pageId: string }[] {
  const { pageId } = node
  const isOpen = run.state.problemOf(node) === undefined && run.state.find(node) === undefined
  if (pageId === undefined || !isOpen) return []
  const isKnown = entryOf(run, node)?.pageId === pageId && !run.settings.resend
  return isKnown ? [] : [{ node, pageId }]
}

function entryOf({ manifest, moved }: FolderRun, node: PageNode): ManifestEntry | undefined {
  return manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
}

/** Files whose manifest entry names the page, and that declare no other. */
function holdersOf(run: FolderRun): ReadonlyMap<string, PageNode> {
  const holders = new Map<string, PageNode>()
  for (const node of run.plan.tree.nodes) {
    const entry = entryOf(run, node)
    if (entry !== undefined && node.pageId === undefined) holders.set(entry.pageId, node)
  }
  return holders
}

/** Forget entries of missing files whose pages are now declared by others. */
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

/**
 * Assign the homepage to the folder's front page, and take it from any other file of this run.
 * @throws {ImportError} When the service cannot tell.
 */
export async function findFrontPage(run: FolderRun): Promise<void> {
  const { manifest, moved, plan, settings, state } = run
  const front = plan.tree.byPath.get('')
  const page = front && (await findHomepage(run, front))
  if (front !== undefined && page !== undefined) state.noteHomepage(front, page)
  for (const node of plan.tree.nodes) {
    if (node === front && page !== undefined) continue
    for (const path of [node.path, moved.get(node) ?? '']) {
      if (manifest.find(path)?.pageId === settings.parentId) manifest.remove(path)
    }
  }
}

/** @returns Undefined where the file already has a page below the homepage. */
async function findHomepage(run: FolderRun, node: PageNode): Promise<AnswerPage | undefined> {
  const { manifest, moved, output, plan, service, settings, state } = run
  const { frontPage, overwrite, parentId, connection } = settings
  const entry = manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
  const isKnown = entry?.pageId === parentId
  const isOther = node.pageId !== undefined && node.pageId !== parentId
  const isWanted = frontPage === 'auto' && overwrite && (entry === undefined || isKnown) && !isOther
  const isAtTop = node.parent === undefined && node.parentId === undefined
  const isFolder = plan.folders.length > 0 || isKnown
  if (!isWanted || !isAtTop || !isFolder || state.problemOf(node) !== undefined) return undefined
  // Only services with reservations know pages by id.
  if (!(await service.reservesPages())) return undefined
  try {
    const isSaid = isKnown || node.exported?.isHomepage
    if (!isSaid && (await lookUpPage(run, node, parentId))) return undefined
    const fields = { ...lookUpFields(settings, parentId, anyTitle), pageId: parentId }
    return (await importPage(connection, fields)).page
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    if (error.key === 'already-exists') {
      output.warn(node.path, wordNotice('front-page-kept', error.message))
    } else if (error.key !== 'bad-request' && error.key !== 'not-found') throw error
    return undefined
  }
}

/** A placeholder: the homepage keeps its title, which the answer tells. */
const anyTitle = '-'
