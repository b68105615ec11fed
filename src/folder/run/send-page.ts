/** Sends the import request of one page, or asks what it would do. @module */
import type { AnswerPage } from '../../contract/answers.ts'
import { ImportError } from '../client/exchange.ts'
import { type ImportedPage, importPage, type PageFields } from '../client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { PageNode } from '../plan/page-node.ts'
import { makeAnother } from '../plan-file/compare-plans.ts'
import type { FolderRun } from './folder-run.ts'
import { fieldsOf, isPlaceForeseen, sourceFields } from './page-fields.ts'
import type { RunPages } from './run-pages.ts'
import { checkRivals, findHolder, ownedByAnother, ownTitle, titleConflict } from './titles.ts'

/**
 * Send a page, and note where it is. A page with an id is sent by it, so it keeps it under a new
 * title or parent.
 * @param overwrite Whether an existing page may be updated.
 * @throws {ImportError} With the service's key, or that of a failure on the way.
 */
export async function sendPage(
  run: FolderRun,
  node: PageNode,
  built: BuiltPage,
  overwrite: boolean,
): Promise<ImportedPage> {
  const { expected, pages, settings } = run
  expected?.check(node, built)
  const page = pages.of(node)
  const fields: PageFields = {
    ...fieldsOf(run, node, built),
    ...sourceFields(run, node),
    overwrite,
    ...(run.knowsIds && page.id !== undefined && { pageId: page.id }),
  }
  if (settings.dryRun) return foreseePage(run, node, { ...fields, dryRun: true })
  const imported = await importExpected(run, node, fields)
  noteAnswer(run, node, imported)
  return imported
}

/**
 * Give a page a temporary title where it stands, so that another page can have its title.
 * @throws {ImportError} As `sendPage`.
 */
export async function giveWay(run: FolderRun, node: PageNode, built: BuiltPage): Promise<void> {
  const { known, there, id } = run.pages.of(node)
  const now = known ?? there
  if (now === undefined || id === undefined) return
  const { parentId } = now
  const fields = { ...fieldsOf(run, node, built), parentId, pageTitle: ownTitle(node) }
  const all = { ...fields, ...sourceFields(run, node), overwrite: true, pageId: id }
  const { outcome } = await importExpected(run, node, all)
  run.aside.set(node, outcome)
}

/** When a plan is applied, write a page only in the expected state. */
async function importExpected(
  { settings: { connection }, expected }: FolderRun,
  { path }: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  if (expected === undefined) return importPage(connection, fields)
  const { overwrite = fields.overwrite ?? false, ifMatch } = expected.conditionOf(path)
  try {
    const imported = await importPage(connection, { ...fields, overwrite }, ifMatch)
    expected.noteVersion(path, imported.page?.version)
    return imported
  } catch (error) {
    if (!(error instanceof ImportError) || !changedThere.has(error.key)) throw error
    throw new ImportError(error.key, `${error.message} ${makeAnother}`, { cause: error })
  }
}

const changedThere: ReadonlySet<string> = new Set(['precondition-failed', 'already-exists'])

/** @throws {ImportError} When the answer names no page, or that of another file. */
function noteAnswer({ pages }: FolderRun, node: PageNode, { page }: ImportedPage): void {
  if (page === undefined) {
    throw new ImportError('bad-answer', 'The service did not say which page it wrote.')
  }
  placeOwn(pages, node, page)
}

/** @throws {ImportError} When the page is that of another file. */
function placeOwn(pages: RunPages, node: PageNode, { id, url }: AnswerPage): void {
  const own = pages.of(node)
  const owner = pages.ownerOf(id)
  if (owner !== undefined && owner !== own) {
    const { key, message } = ownedByAnother(owner.node)
    throw new ImportError(key, message)
  }
  pages.place(own, 'there', id, url)
}

/**
 * Ask what importing a page would do. Where its place or title only becomes free during the run, it
 * is asked about as near to that as possible: everything but the outcome is the same.
 */
async function foreseePage(
  run: FolderRun,
  node: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  const { pages } = run
  const own = pages.of(node)
  const isForeseen = isPlaceForeseen(run, node)
  const isFreed = findHolder(run, node) !== undefined
  const imported =
    own.id === undefined && isForeseen
      ? await foreseeNew(run, node, fields)
      : await foreseeThere(run, node, isForeseen || isFreed ? standIn(run, node, fields) : fields)
  const { page, outcome } = imported
  if (outcome === 'created') own.state = 'foreseen'
  else if (page !== undefined && own.id !== page.id) placeOwn(pages, node, page)
  own.there = page
  const isReaddressed = imported.foreseen?.isReaddressed && page !== undefined
  // Links to it will change, and so will the pages that have them.
  if (isReaddressed) own.url = `${page.url}-`
  const title = isFreed || isForeseen ? { title: fields.pageTitle } : {}
  const foretold = imported.foreseen && { ...imported.foreseen, ...title }
  const all = foretold === undefined ? imported : { ...imported, foreseen: foretold }
  checkRivals(run, node, all)
  return all
}

/**
 * The place and title that stand for those that are not free yet. A page that is there is asked
 * about where it stands: moving it makes no version.
 */
function standIn(run: FolderRun, node: PageNode, fields: PageFields): PageFields {
  const { known, there } = run.pages.of(node)
  const now = known ?? there
  if (now === undefined) return { ...fields, pageTitle: ownTitle(node) }
  const isFree = now.title === fields.pageTitle || canAskForTitle(run, node)
  return { ...fields, parentId: now.parentId, ...(!isFree && { pageTitle: ownTitle(node) }) }
}

/** In Confluence a title is free or taken in the whole space, wherever the page is to stand. */
function canAskForTitle(run: FolderRun, node: PageNode): boolean {
  return run.isElsewhere && findHolder(run, node) === undefined
}

/** Ask about a page whose place is still to be made. */
async function foreseeNew(
  { settings, isElsewhere }: FolderRun,
  node: PageNode,
  { source: _source, takeOver: _takeOver, ...fields }: PageFields,
): Promise<ImportedPage> {
  const pageTitle = isElsewhere ? fields.pageTitle : ownTitle(node)
  const asked = { ...fields, pageTitle, overwrite: true }
  const { page, foreseen, ...rest } = await importPage(settings.connection, asked)
  if (page !== undefined && foreseen?.titleClash === 'refuse') throw titleConflict(node, page.url)
  const { edited: _edited, detaches: _detaches, ...told } = foreseen ?? {}
  return { ...rest, outcome: 'created', foreseen: { ...told, title: fields.pageTitle } }
}

async function foreseeThere(
  { settings: { connection }, pages }: FolderRun,
  node: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  const { known, there } = pages.of(node)
  const now = known ?? there
  try {
    return await importPage(connection, fields)
  } catch (error) {
    const isMoved = now !== undefined && now.parentId !== fields.parentId
    const isBelowItself = error instanceof ImportError && error.key === 'bad-request'
    if (!isMoved || !isBelowItself) throw error
    // Its new parent still is below it, and is moved away before.
    return await importPage(connection, { ...fields, parentId: now.parentId })
  }
}
