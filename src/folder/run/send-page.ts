/** Makes and sends the import request of one page, or asks what it would do. @module */
import { ImportError } from '../client/import-error.ts'
import { type ImportedPage, importPage, type PageFields } from '../client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { addressOfSource } from '../content/resolution.ts'
import { makeAnother } from '../plan-file.ts'
import type { FolderRun } from './folder-run.ts'
import { readImportedLines } from './new-notices.ts'
import type { RunPage } from './run-pages.ts'
import { sourcePath } from './source-name.ts'
import { checkRival, findHolder, ownedByAnother, temporaryTitle, titleConflict } from './titles.ts'

/** Send a page, by its id if known, so that a new title or parent does not make a second page. */
export async function sendPage(
  run: FolderRun,
  page: RunPage,
  built: BuiltPage,
  overwrite: boolean,
): Promise<ImportedPage> {
  const { expected, settings } = run
  const { node, id } = page
  expected?.checkContent(node.path, built.contentHash)
  const fields: PageFields = {
    ...fieldsOf(run, page, built),
    ...sourceFields(run, page),
    overwrite,
    ...(run.source !== undefined && id !== undefined && { pageId: id }),
  }
  await readImportedLines(run, page, built)
  if (settings.dryRun) return foreseePage(run, page, { ...fields, dryRun: true })
  const result = await importExpected(run, page, fields)
  if (result.page === undefined) {
    throw new ImportError('bad-answer', 'The service did not say which page it wrote.')
  }
  placePage(run, page, result.page)
  return result
}

/** Give a page a temporary title where it stands, so that another page can have its title. */
export async function giveWay(run: FolderRun, page: RunPage, built: BuiltPage): Promise<void> {
  const currentPage = page.current
  const { id } = page
  if (currentPage === undefined || id === undefined) return
  const { parentId } = currentPage
  const fields = { ...fieldsOf(run, page, built), parentId, pageTitle: temporaryTitle(page) }
  const request = { ...fields, ...sourceFields(run, page), overwrite: true, pageId: id }
  await readImportedLines(run, page, built)
  await importExpected(run, page, request)
  page.isAside = true
}

/** When a plan is applied, write a page only in the expected state. */
async function importExpected(
  { settings: { connection }, expected }: FolderRun,
  { node: { path } }: RunPage,
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

/** @throws {ImportError} When the page belongs to another file. */
function placePage(
  { pages }: FolderRun,
  page: RunPage,
  { id, url }: NonNullable<ImportedPage['page']>,
): void {
  const owner = pages.ownerOf(id)
  if (owner !== undefined && owner !== page) {
    const { key, message } = ownedByAnother(owner)
    throw new ImportError(key, message)
  }
  pages.place(page, 'there', id, url)
}

/**
 * Ask what importing a page would do. Where its place or title only becomes free during the run, the
 * request uses a stand-in for it: everything but the outcome stays the same.
 */
async function foreseePage(
  run: FolderRun,
  runPage: RunPage,
  fields: PageFields,
): Promise<ImportedPage> {
  const isBelowNewPage = isPlaceForeseen(run, runPage)
  const isTitleHeld = findHolder(run, runPage) !== undefined
  const isStandIn = isBelowNewPage || isTitleHeld
  const result =
    runPage.id === undefined && isBelowNewPage
      ? await foreseeNew(run, runPage, fields)
      : await foreseeExisting(run, runPage, isStandIn ? standIn(run, runPage, fields) : fields)
  const { page, outcome, foreseen } = result
  if (outcome === 'created') runPage.state = 'foreseen'
  else if (page !== undefined && runPage.id !== page.id) placePage(run, runPage, page)
  runPage.existingPage = page
  // Links to this page will change, and so will the pages that have these links.
  if (foreseen?.isReaddressed && page !== undefined) runPage.url = `${page.url}-`
  const finalResult =
    foreseen && isStandIn
      ? { ...result, foreseen: { ...foreseen, title: fields.pageTitle } }
      : result
  checkRival(runPage, finalResult)
  return finalResult
}

/**
 * Replace a place and title that are not free yet by a stand-in. An existing page stays where it is,
 * because moving it makes no version.
 */
function standIn(run: FolderRun, page: RunPage, fields: PageFields): PageFields {
  const currentPage = page.current
  if (currentPage === undefined) return { ...fields, pageTitle: temporaryTitle(page) }
  // In Confluence a title is free or taken in the whole space, wherever the page is to stand.
  const canAskForTitle = run.isElsewhere && findHolder(run, page) === undefined
  const isFree = currentPage.title === fields.pageTitle || canAskForTitle
  return {
    ...fields,
    parentId: currentPage.parentId,
    ...(!isFree && { pageTitle: temporaryTitle(page) }),
  }
}

/** Ask about a page whose parent does not exist yet. */
async function foreseeNew(
  { settings, isElsewhere }: FolderRun,
  runPage: RunPage,
  { source: _source, takeOver: _takeOver, ...fields }: PageFields,
): Promise<ImportedPage> {
  const pageTitle = isElsewhere ? fields.pageTitle : temporaryTitle(runPage)
  const request = { ...fields, pageTitle, overwrite: true }
  const { page, foreseen, ...rest } = await importPage(settings.connection, request)
  if (page !== undefined && foreseen?.titleClash === 'refuse') {
    throw titleConflict(runPage.node, page.url)
  }
  const { edited: _edited, detaches: _detaches, ...forecast } = foreseen ?? {}
  return { ...rest, outcome: 'created', foreseen: { ...forecast, title: fields.pageTitle } }
}

async function foreseeExisting(
  { settings: { connection } }: FolderRun,
  page: RunPage,
  fields: PageFields,
): Promise<ImportedPage> {
  const currentPage = page.current
  try {
    return await importPage(connection, fields)
  } catch (error) {
    const isMoved = currentPage !== undefined && currentPage.parentId !== fields.parentId
    const isBelowItself = error instanceof ImportError && error.key === 'bad-request'
    if (!isMoved || !isBelowItself) throw error
    // The new parent is still below this page; a real run moves it away first.
    return await importPage(connection, { ...fields, parentId: currentPage.parentId })
  }
}

export function fieldsOf(run: FolderRun, page: RunPage, built: BuiltPage): PageFields {
  const { settings } = run
  const { homepageTitle } = page
  const { exported, position, navigationTitle, title } = page.node
  const keepsTitleHeading = settings.keepTitleHeading || exported?.keepsTitleHeading
  return {
    spaceId: settings.spaceId,
    parentId: findParentId(run, page),
    pageTitle: (exported?.isHomepage ? undefined : homepageTitle) ?? title,
    content: built.content,
    ...(keepsTitleHeading && { removeTitleHeading: false }),
    ...(built.labels && { labels: built.labels }),
    ...(position !== undefined && homepageTitle === undefined && { position }),
    ...(navigationTitle !== undefined && { navigationTitle }),
  }
}

/** The id of the nearest page above that exists. */
export function findParentId(run: FolderRun, page: RunPage): string {
  const { parentId, parent } = nearestParent(run, page, isThere)
  return parentId ?? parent?.id ?? run.settings.parentId
}

const isThere = ({ state }: RunPage): boolean => state === 'there'

/** Whether the parent does not exist yet in a dry run, so that we cannot ask about a page below it. */
export function isPlaceForeseen(run: FolderRun, page: RunPage): boolean {
  const isKnown = (above: RunPage): boolean => isThere(above) || above.state === 'foreseen'
  return nearestParent(run, page, isKnown).parent?.state === 'foreseen'
}

/**
 * Whether the answer about a parent was lost. If that parent exists after all, we would now make the
 * page in the wrong place, and the next run would make it again in the right one.
 */
export function isPlaceOpen(run: FolderRun, page: RunPage): boolean {
  const isDecided = (above: RunPage): boolean => isThere(above) || above.isUndecided
  return nearestParent(run, page, isDecided).parent?.isUndecided ?? false
}

/**
 * Go up to the nearest page that fits. A page whose file names its parent by id ends the search,
 * because that parent is no page of this run.
 */
function nearestParent(
  { pages }: FolderRun,
  { node }: RunPage,
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

/** The fields that tell the service which source, file and commit a page comes from. */
export function sourceFields(
  { plan, source, commit, settings }: FolderRun,
  { node }: RunPage,
): Pick<PageFields, 'source' | 'takeOver'> {
  if (source === undefined) return {}
  const url = node.file && addressOfSource(plan, { file: node.file, isFolder: false })
  return {
    source: { name: source, path: sourcePath(plan, node), ...(url && { url }), ...commit },
    ...(settings.takeOver && { takeOver: true }),
  }
}
