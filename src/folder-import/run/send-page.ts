/** The requests for one page: where it belongs, whether it is there, and the import itself. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { type ImportedPage, importPage, type PageFields } from '../../http-client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../documents/document-error.ts'
import { notice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun, Placed, Sent } from './folder-run.ts'

/**
 * Find the parent of a page, and what the manifest has of it.
 * @param run The run.
 * @param node The page.
 * @throws {DocumentError} When the page above it was not imported.
 */
export function findPlace(run: FolderRun, node: PageNode): Placed {
  const { known, manifest, moved, output, settings } = run
  const parentId = node.parentId ?? (node.parent ? known.find(node.parent)?.id : settings.parentId)
  if (parentId === undefined) {
    throw new DocumentError(
      `The page of ${node.parent?.path} was not imported, and this one belongs below it. Mend that first.`,
    )
  }
  const path = manifest.find(node.path) ? node.path : moved.get(node)
  const entry = path === undefined ? undefined : manifest.find(path)
  if (path === undefined || entry === undefined) {
    return { node, parentId, before: undefined, isSame: false }
  }
  const isThere = entry.title === node.title && entry.parentId === parentId
  if (!isThere) output.warn(node.path, notice('page-left', entry.url))
  // When all is sent again, nothing that the manifest says is relied on.
  return { node, parentId, before: { path, entry }, isSame: isThere && !settings.resend }
}

/**
 * Learn the address of a page that may be there: a dry run names it.
 * @param run The run.
 * @param placed The page.
 * @returns Whether it is there.
 */
export async function lookUp(run: FolderRun, { node, parentId }: Placed): Promise<boolean> {
  const { known, settings, stop } = run
  // Nothing is below what was made just now.
  if (node.parent !== undefined && known.isNew(node.parent)) return false
  const { page } = await importPage(
    settings.connection,
    lookUpFields(settings, parentId, node.title),
  )
  stop.succeeded()
  if (page !== undefined) known.set(node, page)
  return page !== undefined
}

/**
 * Make the request that asks whether a page is there, and writes nothing.
 * @param settings The space.
 * @param parentId The parent.
 * @param pageTitle The title.
 */
export function lookUpFields(
  { spaceId }: FolderRun['settings'],
  parentId: string,
  pageTitle: string,
): PageFields {
  return { spaceId, parentId, pageTitle, content: '-', overwrite: true, dryRun: true }
}

/**
 * Send a page; what the service acknowledges is in the manifest before this returns.
 * @param run The run.
 * @param placed The page.
 * @param built What to send.
 * @param overwrite Whether it may be there.
 */
export async function send(
  run: FolderRun,
  placed: Placed,
  built: BuiltPage,
  overwrite: boolean,
): Promise<Sent> {
  const { settings, known, stop } = run
  const { node, parentId } = placed
  const imported = await importPage(settings.connection, {
    spaceId: settings.spaceId,
    parentId,
    pageTitle: node.title,
    content: built.content,
    overwrite,
    ...(built.labels === undefined ? {} : { labels: built.labels }),
    ...(settings.dryRun ? { dryRun: true } : {}),
  })
  stop.succeeded()
  if (!settings.dryRun) acknowledge(run, placed, built, imported)
  else if (imported.page !== undefined) known.set(node, imported.page)
  else if (imported.outcome === 'created') known.foresee(node)
  return { imported, hash: built.hash, lineInFile: built.lineInFile }
}

function acknowledge(
  { known, manifest }: FolderRun,
  { node, parentId, before }: Placed,
  { hash, isComplete }: BuiltPage,
  { page, outcome }: ImportedPage,
): void {
  if (page === undefined) {
    throw new ImportError('bad-answer', 'The service did not say which page it wrote.')
  }
  const owner = known.ownerOf(page.id)
  if (owner !== undefined && owner !== node) {
    // It holds this file's text by now, so the other has to be sent again.
    manifest.remove(owner.path)
    throw new ImportError(
      'already-exists',
      `The service put it on the page of ${owner.path}: it takes both titles for the same. Change one.`,
    )
  }
  known.set(node, page)
  if (outcome === 'created') known.setNew(node)
  const { id, url } = page
  manifest.put(node.path, { pageId: id, url, parentId, title: node.title, hash, isComplete })
  manifest.removeLeft(id)
  if (before === undefined) return
  const { path, entry } = before
  if (path !== node.path) manifest.remove(path)
  if (entry.pageId === id) return
  const { pageId, title } = entry
  manifest.putLeft({ path, pageId, url: entry.url, parentId: entry.parentId, title })
}
