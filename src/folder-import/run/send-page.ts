/** The requests for one page: where it belongs, and the import itself. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { type ImportedPage, importPage, type PageFields } from '../../http-client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { PlacedPage } from './placed-page.ts'

/** What was sent of a page, and the answer. */
export interface SentPage extends Pick<BuiltPage, 'addressLines' | 'lineInFile'> {
  readonly imported: ImportedPage
  readonly hash: string
  /** The address of the page that this one is made instead of. */
  readonly leftUrl?: string
}

interface SendOptions {
  /** It may be there. */
  readonly overwrite: boolean
  /** Another page may still give up the title that this one is to get. */
  readonly isTitleAwaited?: boolean
}

/** The title is that of another page, which may be renamed in this run. */
export class TitleTakenError extends ImportError {}

/**
 * Send a page; what the service acknowledges is in the manifest before this returns. A page that is
 * known is named by its id, and keeps it under another title or parent.
 * @param options Whether it may be there, and whether to come back.
 * @throws {TitleTakenError} When it is worth to try again.
 */
export async function sendPage(
  run: FolderRun,
  place: PlacedPage,
  built: BuiltPage,
  options: SendOptions,
): Promise<SentPage> {
  const { settings, state } = run
  const { node } = place
  const homepageTitle = state.homepageTitle(node)
  const fields: PageFields = {
    spaceId: settings.spaceId,
    parentId: place.parentId,
    pageTitle: (node.exported?.isHomepage ? undefined : homepageTitle) ?? node.title,
    content: built.content,
    overwrite: options.overwrite,
    ...(settings.keepTitleHeading || node.exported?.keepsTitleHeading
      ? { removeTitleHeading: false }
      : {}),
    ...(built.labels === undefined ? {} : { labels: built.labels }),
    // A homepage stands beside none.
    ...(node.position === undefined || homepageTitle !== undefined
      ? {}
      : { position: node.position }),
    ...(node.navigationTitle === undefined ? {} : { navigationTitle: node.navigationTitle }),
    ...(settings.dryRun ? { dryRun: true } : {}),
  }
  const { hash, addressLines, lineInFile } = built
  if (isPlaceForeseen(node, run)) {
    // The place is no place yet: all but the outcome is as it will be.
    const { page: _, ...rest } = await importPage(settings.connection, {
      ...fields,
      overwrite: true,
    })
    const outcome = state.find(node) === undefined ? 'created' : 'updated'
    return { imported: { ...rest, outcome }, hash, addressLines, lineInFile }
  }
  const { imported, isGone } = await importNamed(run, place, fields, options)
  const { before } = place
  const isOther = before !== undefined && !isSamePage(imported, before.entry)
  if (isOther && isGone) {
    state.noteAnswer({ ...place, before: undefined }, built, imported)
    if (!settings.dryRun && before.path !== node.path) run.manifest.remove(before.path)
    return { imported, hash, addressLines, lineInFile }
  }
  const ids = isOther ? [imported.page?.id, before.entry.pageId] : []
  const isExchanged = isOther && isOfOther(run, before.path, ids)
  state.noteAnswer(place, built, imported)
  const leftUrl = isOther && !isExchanged ? { leftUrl: before.entry.url } : {}
  return { imported, hash, addressLines, lineInFile, ...leftUrl }
}

/** Two files that exchange their titles exchange their pages: none is left. */
function isOfOther(
  { manifest }: FolderRun,
  path: string,
  ids: readonly (string | undefined)[],
): boolean {
  return manifest
    .paths()
    .some((other) => other !== path && ids.includes(manifest.find(other)?.pageId ?? 'none'))
}

function isSamePage({ page, outcome }: ImportedPage, entry: { readonly pageId: string }): boolean {
  return page === undefined ? outcome !== 'created' : page.id === entry.pageId
}

/** Import by the page's id; by its title where the service has no page of that id to give. */
async function importNamed(
  { settings: { connection }, state, service }: FolderRun,
  { node, isSame, before }: PlacedPage,
  fields: PageFields,
  { overwrite, isTitleAwaited }: SendOptions,
): Promise<{ readonly imported: ImportedPage; readonly isGone: boolean }> {
  const pageId = state.idOf(node)
  if (pageId === undefined || !(await service.reservesPages())) {
    return { imported: await importPage(connection, fields), isGone: false }
  }
  try {
    return { imported: await importPage(connection, { ...fields, pageId }), isGone: false }
  } catch (error) {
    const { key } = error instanceof ImportError ? error : {}
    const isTaken = key === 'already-exists' && overwrite
    if (key !== 'not-found' && !isTaken) throw error
    const isDeclared = node.pageId === pageId || before?.entry.url === ''
    const isWaiting = isTaken && isTitleAwaited && (isDeclared || (before !== undefined && !isSame))
    // Whoever named or gave it means no other one.
    if (isDeclared && !isWaiting) throw error
    state.release(node)
    if (isWaiting) {
      throw new TitleTakenError('already-exists', (error as Error).message, { cause: error })
    }
    // What was to be the homepage has its own title below it.
    const titled = { ...fields, pageTitle: node.title }
    return { imported: await importPage(connection, titled), isGone: key === 'not-found' }
  }
}

/**
 * Find the parent of a page, and what the manifest has of it. In a dry run, a parent that would be
 * made is stood for by the next page above that is there.
 */
export function findPlace(run: FolderRun, node: PageNode): PlacedPage {
  const { manifest, moved, settings } = run
  const parentId = findParentId(run, node)
  const path = manifest.find(node.path) ? node.path : moved.get(node)
  const entry = path === undefined ? undefined : manifest.find(path)
  if (path === undefined || entry === undefined) {
    return { node, parentId, before: undefined, isSame: false }
  }
  const isThere =
    entry.title === node.title &&
    entry.parentId === parentId &&
    entry.pageId === (node.pageId ?? entry.pageId) &&
    !isPlaceForeseen(node, run)
  // When all is sent again, nothing that the manifest says is relied on.
  return { node, parentId, before: { path, entry }, isSame: isThere && !settings.resend }
}

/** The page above; if that failed, the next one above it that is there. */
function findParentId(run: FolderRun, node: PageNode): string {
  if (node.parentId !== undefined) return node.parentId
  for (let above = node.parent; above !== undefined; above = above.parent) {
    const page = run.state.find(above)
    if (page !== undefined) return page.id
    if (above.parentId !== undefined && isAwaited(above, run)) return above.parentId
  }
  return run.settings.parentId
}

/** Its parent would be made, were this no dry run. */
function isPlaceForeseen({ parent }: PageNode, run: FolderRun): boolean {
  return parent !== undefined && isAwaited(parent, run)
}

function isAwaited(node: PageNode, { state }: FolderRun): boolean {
  return state.isForeseen(node) && state.find(node) === undefined
}

/** Tell whether the service has exactly this. */
export function isAsSent({ isSame, before }: PlacedPage, { hash }: BuiltPage): boolean {
  return isSame && before?.entry.hash === hash
}
