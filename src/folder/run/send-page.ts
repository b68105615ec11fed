/** Makes and sends the import request of one page, or asks what it would do. @module */
import { hash } from 'node:crypto'
import type { AnswerPage } from '../../contract/answers.ts'
import { ImportError } from '../client/import-error.ts'
import { type ImportedPage, importPage, type PageFields } from '../client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { addressOfSource } from '../content/resolution.ts'
import type { PageNode } from '../plan/page-node.ts'
import { makeAnother } from '../plan-file/compare-plans.ts'
import type { FolderRun } from './folder-run.ts'
import { readImportedLines } from './new-notices.ts'
import type { RunPage, RunPages } from './run-pages.ts'
import { sourcePath } from './source-name.ts'
import { checkRivals, findHolder, ownedByAnother, temporaryTitle, titleConflict } from './titles.ts'

/** Send a page, by its id if it has one, so that it is kept under a new title or parent. */
export async function sendPage(
  run: FolderRun,
  node: PageNode,
  built: BuiltPage,
  overwrite: boolean,
): Promise<ImportedPage> {
  const { expected, pages, settings } = run
  expected?.checkContent(node.path, built.contentHash)
  const page = pages.of(node)
  const fields: PageFields = {
    ...fieldsOf(run, node, built),
    ...sourceFields(run, node),
    overwrite,
    ...(run.source !== undefined && page.id !== undefined && { pageId: page.id }),
  }
  await readImportedLines(run, node, built)
  if (settings.dryRun) return foreseePage(run, node, { ...fields, dryRun: true })
  const result = await importExpected(run, node, fields)
  noteAnswer(run, node, result)
  return result
}

/** Give a page a temporary title where it stands, so that another page can have its title. */
export async function giveWay(run: FolderRun, node: PageNode, built: BuiltPage): Promise<void> {
  const currentPage = run.pages.currentPageOf(node)
  const { id } = run.pages.of(node)
  if (currentPage === undefined || id === undefined) return
  const { parentId } = currentPage
  const fields = { ...fieldsOf(run, node, built), parentId, pageTitle: temporaryTitle(node) }
  const request = { ...fields, ...sourceFields(run, node), overwrite: true, pageId: id }
  await readImportedLines(run, node, built)
  await importExpected(run, node, request)
  run.aside.add(node)
}

/** When a plan is applied, write a page only in the expected state. */
async function importExpected(
  { settings: { connection }, expected }: FolderRun,
  { path }: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  if (expected === undefined) return importPage(connection, fields)
  const version = expected.versionOf(path)
  const request = version === undefined ? { ...fields, overwrite: false } : fields
  try {
    const result = await importPage(connection, request, version)
    expected.noteVersion(path, result.page?.version)
    return result
  } catch (error) {
    if (!(error instanceof ImportError) || !changeKeys.has(error.key)) throw error
    throw new ImportError(error.key, `${error.message} ${makeAnother}`, { cause: error })
  }
}

const changeKeys: ReadonlySet<string> = new Set(['precondition-failed', 'already-exists'])

/** @throws {ImportError} When the answer names no page, or that of another file. */
function noteAnswer({ pages }: FolderRun, node: PageNode, { page }: ImportedPage): void {
  if (page === undefined) {
    throw new ImportError('bad-answer', 'The service did not say which page it wrote.')
  }
  placePage(pages, node, page)
}

/** @throws {ImportError} When the page is that of another file. */
function placePage(pages: RunPages, node: PageNode, { id, url }: AnswerPage): void {
  const runPage = pages.of(node)
  const owner = pages.ownerOf(id)
  if (owner !== undefined && owner !== runPage) {
    const { key, message } = ownedByAnother(owner.node)
    throw new ImportError(key, message)
  }
  pages.place(runPage, 'there', id, url)
}

/**
 * Ask what importing a page would do. Where its place or title only becomes free during the run, the
 * request uses a stand-in for it: everything but the outcome stays the same.
 */
async function foreseePage(
  run: FolderRun,
  node: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  const { pages } = run
  const runPage = pages.of(node)
  const isBelowNewPage = isPlaceForeseen(run, node)
  const isTitleHeld = findHolder(run, node) !== undefined
  const result =
    runPage.id === undefined && isBelowNewPage
      ? await foreseeNew(run, node, fields)
      : await foreseeExisting(
          run,
          node,
          isBelowNewPage || isTitleHeld ? standIn(run, node, fields) : fields,
        )
  const { page, outcome } = result
  if (outcome === 'created') runPage.state = 'foreseen'
  else if (page !== undefined && runPage.id !== page.id) placePage(pages, node, page)
  runPage.existingPage = page
  const isReaddressed = result.foreseen?.isReaddressed && page !== undefined
  // Links to it will change, and so will the pages with those links.
  if (isReaddressed) runPage.url = `${page.url}-`
  const title = isTitleHeld || isBelowNewPage ? { title: fields.pageTitle } : {}
  const forecast = result.foreseen && { ...result.foreseen, ...title }
  const finalResult = forecast === undefined ? result : { ...result, foreseen: forecast }
  checkRivals(run, node, finalResult)
  return finalResult
}

/**
 * Replace a place and title that are not free yet by a stand-in. An existing page stays where it is,
 * because moving it makes no version.
 */
function standIn(run: FolderRun, node: PageNode, fields: PageFields): PageFields {
  const currentPage = run.pages.currentPageOf(node)
  if (currentPage === undefined) return { ...fields, pageTitle: temporaryTitle(node) }
  const isFree = currentPage.title === fields.pageTitle || canAskForTitle(run, node)
  return {
    ...fields,
    parentId: currentPage.parentId,
    ...(!isFree && { pageTitle: temporaryTitle(node) }),
  }
}

/** In Confluence a title is free or taken in the whole space, wherever the page is to stand. */
function canAskForTitle(run: FolderRun, node: PageNode): boolean {
  return run.isElsewhere && findHolder(run, node) === undefined
}

/** Ask about a page whose parent does not exist yet. */
async function foreseeNew(
  { settings, isElsewhere }: FolderRun,
  node: PageNode,
  { source: _source, takeOver: _takeOver, ...fields }: PageFields,
): Promise<ImportedPage> {
  const pageTitle = isElsewhere ? fields.pageTitle : temporaryTitle(node)
  const request = { ...fields, pageTitle, overwrite: true }
  const { page, foreseen, ...rest } = await importPage(settings.connection, request)
  if (page !== undefined && foreseen?.titleClash === 'refuse') throw titleConflict(node, page.url)
  const { edited: _edited, detaches: _detaches, ...forecast } = foreseen ?? {}
  return { ...rest, outcome: 'created', foreseen: { ...forecast, title: fields.pageTitle } }
}

async function foreseeExisting(
  { settings: { connection }, pages }: FolderRun,
  node: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  const currentPage = pages.currentPageOf(node)
  try {
    return await importPage(connection, fields)
  } catch (error) {
    const isMoved = currentPage !== undefined && currentPage.parentId !== fields.parentId
    const isBelowItself = error instanceof ImportError && error.key === 'bad-request'
    if (!isMoved || !isBelowItself) throw error
    // Its new parent is still below it and is moved away first.
    return await importPage(connection, { ...fields, parentId: currentPage.parentId })
  }
}

export function fieldsOf(
  { settings, pages }: Pick<FolderRun, 'settings' | 'pages'>,
  node: PageNode,
  built: BuiltPage,
): PageFields {
  const { homepageTitle } = pages.of(node)
  const { exported, position, navigationTitle } = node
  const keepsTitleHeading = settings.keepTitleHeading || exported?.keepsTitleHeading
  return {
    spaceId: settings.spaceId,
    parentId: findParentId({ settings, pages }, node),
    pageTitle: (exported?.isHomepage ? undefined : homepageTitle) ?? node.title,
    content: built.content,
    ...(keepsTitleHeading && { removeTitleHeading: false }),
    ...(built.labels && { labels: built.labels }),
    ...(position !== undefined && homepageTitle === undefined && { position }),
    ...(navigationTitle !== undefined && { navigationTitle }),
  }
}

/** The id of the nearest page above that exists. */
export function findParentId(run: Pick<FolderRun, 'settings' | 'pages'>, node: PageNode): string {
  const { parentId, parent } = nearestParent(run, node, isThere)
  return parentId ?? parent?.id ?? run.settings.parentId
}

const isThere = ({ state }: RunPage): boolean => state === 'there'

/** Whether a dry run would make the page above, so that it cannot be asked about this place. */
export function isPlaceForeseen(run: Pick<FolderRun, 'pages'>, node: PageNode): boolean {
  const isKnown = (page: RunPage): boolean => isThere(page) || page.state === 'foreseen'
  return nearestParent(run, node, isKnown).parent?.state === 'foreseen'
}

/**
 * Whether the answer about a page above was lost. If that page exists after all, this one would
 * stand below another page now, and a second time below that one after the next run.
 */
export function isPlaceOpen(run: Pick<FolderRun, 'pages'>, node: PageNode): boolean {
  const isDecided = (page: RunPage): boolean => isThere(page) || page.isUndecided
  return nearestParent(run, node, isDecided).parent?.isUndecided ?? false
}

/**
 * Go up to the nearest page that fits. A page whose file names its parent by id ends the way: that
 * parent is no page of this run.
 */
function nearestParent(
  { pages }: Pick<FolderRun, 'pages'>,
  node: PageNode,
  fits: (page: RunPage) => boolean,
): { readonly parentId?: string | undefined; readonly parent?: RunPage | undefined } {
  let above = node
  while (above.parentId === undefined && above.parent !== undefined) {
    const parent = pages.of(above.parent)
    if (fits(parent)) return { parent }
    above = above.parent
  }
  return { parentId: above.parentId }
}

/** Where the page comes from, as its version is to say. */
export function sourceFields(
  { plan, source, commit, settings }: Pick<FolderRun, 'plan' | 'source' | 'commit' | 'settings'>,
  node: PageNode,
): Pick<PageFields, 'source' | 'takeOver'> {
  if (source === undefined) return {}
  const { file } = node
  const url = file && addressOfSource(plan, { file, isFolder: false })
  return {
    source: {
      name: source,
      path: sourcePath(plan, node),
      ...(url && { url }),
      ...commit,
    },
    ...(settings.takeOver && { takeOver: true }),
  }
}

const ignoredFields: ReadonlySet<string> = new Set([
  'source',
  'overwrite',
  'dryRun',
  'takeOver',
  'pageId',
])

/** The digest of a request as `GET …/sources` gives it for the last import: docs/api.md. */
export function fieldsDigest(fields: PageFields): string {
  const fieldsOfPage = Object.entries(fields).filter(([name]) => !ignoredFields.has(name))
  return hash('sha256', JSON.stringify(sortMembers(Object.fromEntries(fieldsOfPage))))
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]))
}
