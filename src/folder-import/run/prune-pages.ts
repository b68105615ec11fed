/** Finds pages whose file is gone, and archives or trashes them where nothing speaks against it. @module */
import { join } from 'node:path'
import { ImportError } from '../../http-client/import-error.ts'
import { importPage } from '../../http-client/import-page.ts'
import {
  notWritable,
  type WikiPage,
  type WikiReader,
  type WikiSpace,
  wikiReader,
} from '../../http-client/wiki-reader.ts'
import type { PageWithoutFile } from '../folder-events.ts'
import type { FolderOptions, FolderSettings } from '../folder-options.ts'
import { type FolderPlan, isPlanWhole } from '../plan/plan-folder.ts'
import type { FolderRun } from './folder-run.ts'
import type { Manifest } from './manifest.ts'
import type { LeftPage } from './manifest-entry.ts'
import { lookUpFields } from './placed-page.ts'

type ConfirmPrune = NonNullable<FolderOptions['confirmPrune']>

/**
 * Remove pages without files, children first.
 * @param confirm Confirms the removal; by default nothing is removed.
 * @returns The pages that stay, with reasons.
 */
export async function prunePages(
  run: FolderRun,
  hostToken: string,
  unfiled: readonly UnfiledPage[],
  confirm: ConfirmPrune | undefined,
): Promise<PageWithoutFile[]> {
  const { output, settings, manifest } = run
  const refusal = refusalOf(run)
  const stay = (page: UnfiledPage, staysBecause: string): PageWithoutFile => {
    return { ...shownPage(page), staysBecause }
  }
  if (refusal !== undefined) return unfiled.map((page) => stay(page, refusal))
  const wiki = wikiReader(settings.connection, hostToken)
  let pages: readonly PrunablePage[]
  let space: PrunedSpace
  try {
    space = await findSpace(wiki, settings.spaceId)
    pages = childrenFirst(await judge(run, space, wiki, unfiled))
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return unfiled.map((page) => stay(page, error.message))
  }
  const going = pages.filter(({ reason }) => reason === undefined).map(({ page }) => page)
  const staying = pages.flatMap(({ page, reason }) => (reason ? [stay(page, reason)] : []))
  output.prune(going.map(shownPage), staying)
  const isAgreed = going.length > 0 && !settings.dryRun && (await confirm?.(going.map(shownPage)))
  if (!isAgreed) return [...going.map(shownPage), ...staying]
  for (const page of going) {
    const end = await takeAway(wiki, space, page, settings.archive ?? false)
    if (end.staysBecause !== undefined) {
      staying.push(stay(page, end.staysBecause))
      continue
    }
    manifest.removeLeft(page.pageId)
    if (manifest.find(page.file)?.pageId === page.pageId) manifest.remove(page.file)
    output.pruned({ ...shownPage(page), ...end })
  }
  return staying
}

export function shownPage({ file, title, pageId, url, version }: UnfiledPage): PageWithoutFile {
  return { file, title, pageId, url, ...(version === undefined ? {} : { version }) }
}

/** Give a reason against removing a page, as far as it is known locally. */
export function foreseenPrune(run: FolderRun, page: UnfiledPage): PageWithoutFile {
  const reason = refusalOf(run) ?? reasonHere(page, run.plan)
  return { ...shownPage(page), ...(reason === undefined ? {} : { staysBecause: reason }) }
}

/** Reasons to remove nothing: missing files may only not have been found. */
function refusalOf({ manifest, output, plan, state }: FolderRun): string | undefined {
  const { failed, 'not-sent': notSent } = output.counts
  if (plan.tree.nodes.length === 0) return 'no file was found'
  if (state.stoppedBy() !== undefined) return 'the run was stopped'
  if (failed + notSent > 0) return 'not all files were imported'
  if (plan.unreadable.length > 0) return 'not every folder could be read'
  if (!isPlanWhole(plan)) return 'only some files were looked at'
  if (!manifest.isOfOneFolder()) return 'the manifest is that of several folders'
  return undefined
}

interface PrunablePage {
  readonly page: UnfiledPage
  readonly parentId: string | undefined
  readonly reason: string | undefined
}

type PrunedSpace = Pick<WikiSpace, 'id' | 'isConnected'>

/** An unknown space has no pages. */
async function findSpace(wiki: WikiReader, idOrKey: string): Promise<PrunedSpace> {
  return (await wiki.findSpace(idOrKey)) ?? { id: idOrKey, isConnected: false }
}

async function judge(
  { manifest, plan, settings }: FolderRun,
  { id: spaceId, isConnected }: PrunedSpace,
  wiki: WikiReader,
  unfiled: readonly UnfiledPage[],
): Promise<PrunablePage[]> {
  const known = await wiki.findPages(
    unfiled.map(({ pageId }) => pageId),
    spaceId,
  )
  if (known === undefined) throw new ImportError('not-found', notWritable)
  const above = await pagesAbove(wiki, spaceId, known)
  const judged = new Map<string, PrunablePage>()
  for (const page of unfiled) {
    const there = known.get(page.pageId)
    if (there?.status !== 'current') {
      manifest.removeLeft(page.pageId)
      if (manifest.find(page.file)?.pageId === page.pageId) manifest.remove(page.file)
      continue
    }
    const isBelow = isBelowPage(there, settings.parentId, above)
    const reason = reasonOf(page, there, plan) ?? (isBelow ? undefined : 'it is not below --parent')
    judged.set(page.pageId, { page, parentId: there.parentId, reason })
  }
  for (const one of judged.values()) {
    if (one.reason !== undefined) continue
    const children = await wiki.listChildren(one.page.pageId, spaceId)
    const isFree = children.every(({ id }) => judged.has(id))
    const isDiscussed = isConnected && isFree && (await wiki.hasComments(one.page.pageId, spaceId))
    const reason = isFree ? (isDiscussed ? commentsOn : undefined) : pagesBelow
    if (reason !== undefined) judged.set(one.page.pageId, { ...one, reason })
  }
  keepParents(judged)
  return [...judged.values()]
}

const pagesBelow = 'there are pages below it that stay'
const commentsOn = 'people commented on it'

function reasonOf(page: UnfiledPage, there: WikiPage, plan: FolderPlan): string | undefined {
  const reason = reasonHere(page, plan)
  if (reason !== undefined) return reason
  return page.version === there.version ? undefined : 'it was changed in the wiki since'
}

function reasonHere(page: UnfiledPage, { base, fileSystem }: FolderPlan): string | undefined {
  if (!page.isLeft && fileSystem.exists(join(base, page.file))) return 'its file is still there'
  if (!page.isMade) return 'no import made it'
  if (page.version === undefined) return 'the manifest does not tell which version was imported'
  return undefined
}

const maxLevels = 1_000

async function pagesAbove(
  wiki: WikiReader,
  spaceId: string,
  from: ReadonlyMap<string, WikiPage>,
): Promise<ReadonlyMap<string, WikiPage>> {
  const known = new Map(from)
  for (let level = 0; level < maxLevels; level += 1) {
    const parents = [...known.values()].flatMap(({ parentId }) => parentId ?? [])
    const missing = parents.filter((id) => !known.has(id))
    if (missing.length === 0) break
    const found = await wiki.findPages(missing, spaceId)
    if (found === undefined || found.size === 0) break
    for (const [id, page] of found) known.set(id, page)
  }
  return known
}

function isBelowPage(page: WikiPage, topId: string, pages: ReadonlyMap<string, WikiPage>): boolean {
  let above: WikiPage | undefined = page
  for (let level = 0; above !== undefined && level < maxLevels; level += 1) {
    if (above.parentId === topId) return true
    above = pages.get(above.parentId ?? '')
  }
  return false
}

/** A page that stays also keeps its parents. */
function keepParents(judged: Map<string, PrunablePage>): void {
  const pending = [...judged.values()].filter(({ reason }) => reason !== undefined)
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const parent = judged.get(one.parentId ?? '')
    if (parent === undefined || parent.reason !== undefined) continue
    const kept = { ...parent, reason: pagesBelow }
    judged.set(parent.page.pageId, kept)
    pending.push(kept)
  }
}

function childrenFirst(pages: readonly PrunablePage[]): PrunablePage[] {
  const byId = new Map(pages.map((one) => [one.page.pageId, one]))
  const depthOf = (one: PrunablePage): number => {
    let depth = 0
    let above = byId.get(one.parentId ?? '')
    for (; above !== undefined && depth < maxLevels; above = byId.get(above.parentId ?? '')) {
      depth += 1
    }
    return depth
  }
  return pages
    .map((one) => ({ one, depth: depthOf(one) }))
    .sort((a, b) => b.depth - a.depth)
    .map(({ one }) => one)
}

type PruneEnd = Pick<PageWithoutFile, 'staysBecause' | 'became'>

/** Look again, because somebody may have edited the page meanwhile. */
async function takeAway(
  wiki: WikiReader,
  { id: spaceId, isConnected }: PrunedSpace,
  { pageId, version }: UnfiledPage,
  isArchiveWanted: boolean,
): Promise<PruneEnd> {
  try {
    const pages = await wiki.findPages([pageId], spaceId)
    if (pages === undefined) return { staysBecause: notWritable }
    const there = pages.get(pageId)
    if (there?.status !== 'current') return { became: 'trashed' }
    if (there.version !== version) return { staysBecause: 'it was changed in the wiki since' }
    if ((await wiki.listChildren(pageId, spaceId)).length > 0) return { staysBecause: pagesBelow }
    const isDiscussed = isConnected && (await wiki.hasComments(pageId, spaceId))
    if (isDiscussed) return { staysBecause: commentsOn }
    if (isArchiveWanted && (await wiki.archivePage(pageId, spaceId))) return { became: 'archived' }
    await wiki.trashPage(pageId, spaceId)
    return { became: 'trashed' }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { staysBecause: error.message }
  }
}

/** A page without a file; `file` is a path of the tree. */
interface UnfiledPage {
  readonly file: string
  readonly title: string
  readonly pageId: string
  readonly url: string
  readonly version: number | undefined
  /** Whether an import made it. */
  readonly isMade: boolean
  /** Whether its file now has another page. */
  readonly isLeft: boolean
}

export async function findPagesWithoutFile(
  { plan, manifest, settings, state }: FolderRun,
  { isChecked }: { readonly isChecked: boolean },
): Promise<UnfiledPage[]> {
  const found: UnfiledPage[] = []
  const left = manifest.left().map((page) => ({ page, isLeft: true }))
  const gone = pagesOfGoneFiles(plan, manifest).map((page) => ({ page, isLeft: false }))
  for (const { page, isLeft } of [...left, ...gone]) {
    // Another file may own the page now.
    if (state.ownerOf(page.pageId) !== undefined) continue
    if (isChecked && !(await isStillThere(page, settings))) {
      manifest.removeLeft(page.pageId)
      if (manifest.find(page.path)?.pageId === page.pageId) manifest.remove(page.path)
      continue
    }
    const { path, title, pageId, url, version, isMade = false } = page
    found.push({ file: path, title, pageId, url, version, isMade, isLeft })
  }
  return found
}

function pagesOfGoneFiles({ tree }: FolderPlan, manifest: Manifest): LeftPage[] {
  const present = new Set(tree.nodes.map(({ path }) => path))
  return manifest.paths().flatMap((path) => {
    const entry = manifest.find(path)
    return present.has(path) || entry === undefined ? [] : [{ path, ...entry }]
  })
}

async function isStillThere(
  { pageId, parentId, title }: LeftPage,
  settings: FolderSettings,
): Promise<boolean> {
  try {
    const fields = lookUpFields(settings, parentId, title)
    const { outcome, page } = await importPage(settings.connection, fields)
    return page === undefined ? outcome !== 'created' : page.id === pageId
  } catch (error) {
    // Other errors do not prove that the page is gone.
    if (error instanceof ImportError) return error.key !== 'not-found'
    throw error
  }
}
