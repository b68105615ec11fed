/** The requests for one page: where it belongs, whether it is there, and the import itself. @module */
import { type ImportedPage, importPage, type PageFields } from '../../http-client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../documents/document-error.ts'
import type { FolderSettings } from '../folder-options.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { PlacedPage } from './run-state.ts'

/** What was sent of a page, and the answer. */
export interface SentPage extends Pick<BuiltPage, 'addressLines' | 'lineInFile'> {
  readonly imported: ImportedPage
  readonly hash: string
}

/**
 * Send a page; what the service acknowledges is in the manifest before this returns.
 * @param run The run.
 * @param place The page.
 * @param built What to send.
 * @param overwrite Whether it may be there.
 */
export async function sendPage(
  run: FolderRun,
  place: PlacedPage,
  built: BuiltPage,
  overwrite: boolean,
): Promise<SentPage> {
  const { settings, state } = run
  const imported = await importPage(settings.connection, {
    spaceId: settings.spaceId,
    parentId: place.parentId,
    pageTitle: place.node.title,
    content: built.content,
    overwrite,
    ...(settings.keepTitleHeading ? { removeTitleHeading: false } : {}),
    ...(built.labels === undefined ? {} : { labels: built.labels }),
    ...(settings.dryRun ? { dryRun: true } : {}),
  })
  state.noteAnswer(place, built, imported)
  const { hash, addressLines, lineInFile } = built
  return { imported, hash, addressLines, lineInFile }
}

/**
 * Find the parent of a page, and what the manifest has of it.
 * @param run The run.
 * @param node The page.
 * @throws {DocumentError} When the page above it was not imported.
 */
export function findPlace(run: FolderRun, node: PageNode): PlacedPage {
  const { state, manifest, moved, output, settings } = run
  const parentId = node.parentId ?? (node.parent ? state.find(node.parent)?.id : settings.parentId)
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
  if (!isThere) output.warn(node.path, wordNotice('page-left', entry.url))
  // When all is sent again, nothing that the manifest says is relied on.
  return { node, parentId, before: { path, entry }, isSame: isThere && !settings.resend }
}

/**
 * Learn the address of a page that may be there: a dry run names it.
 * @param run The run.
 * @param place The page.
 * @returns Whether it is there.
 */
export async function lookUpPage(run: FolderRun, { node, parentId }: PlacedPage): Promise<boolean> {
  const { settings, state } = run
  // Nothing is below what was made just now.
  if (node.parent !== undefined && state.isNew(node.parent)) return false
  const { page } = await importPage(
    settings.connection,
    lookUpFields(settings, parentId, node.title),
  )
  state.noteLookUp(node, page)
  return page !== undefined
}

/**
 * Make the request that asks whether a page is there, and writes nothing.
 * @param settings The space.
 * @param parentId The parent.
 * @param pageTitle The title.
 */
export function lookUpFields(
  { spaceId }: FolderSettings,
  parentId: string,
  pageTitle: string,
): PageFields {
  return { spaceId, parentId, pageTitle, content: '-', overwrite: true, dryRun: true }
}
