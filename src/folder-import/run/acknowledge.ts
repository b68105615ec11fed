/** Writes what a service acknowledges into the manifest. @module */
import { ImportError } from '../../http-client/import-error.ts'
import type { ImportedPage } from '../../http-client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { isLasting, isToSendAgain, serviceWarnings } from '../service-warnings.ts'
import type { KnownPage, KnownPages, PageState } from './known-pages.ts'
import type { Manifest } from './manifest.ts'
import type { PlacedPage } from './placed-page.ts'

/**
 * Take in the answer to an import; what it acknowledges is in the manifest before this returns. Two
 * files may not end on one page.
 * @param manifest Takes it.
 * @returns What is known of the page by now.
 * @throws {ImportError} When the answer names no page, or that of another file.
 */
export function acknowledge(
  manifest: Manifest,
  place: PlacedPage,
  built: BuiltPage,
  imported: ImportedPage,
  { ownerOf }: Pick<KnownPages, 'ownerOf'>,
): PageState {
  const { page, outcome } = imported
  if (page === undefined) {
    throw new ImportError('bad-answer', 'The service did not say which page it wrote.')
  }
  const owner = ownerOf(page.id)
  if (owner !== undefined && owner !== place.node) {
    // The page of another file now holds this file's text: that file must be sent again.
    manifest.remove(owner.path)
    throw new ImportError(
      'already-exists',
      `The service put it on the page of ${owner.path}: it takes both titles for the same. Change one.`,
    )
  }
  remember(manifest, place, built, { ...imported, page })
  return outcome === 'created' ? { page, isNew: true } : { page }
}

/** The most warnings of a page that are kept, to be told again by runs that do not send it. */
const maxKeptWarnings = 100

function remember(
  manifest: Manifest,
  { node, parentId, before }: PlacedPage,
  built: BuiltPage,
  { page, outcome, warnings, target }: ImportedPage & { readonly page: KnownPage },
): void {
  const { hash, isComplete, source } = built
  const { id, url, version } = page
  const known = [manifest.find(node.path), before?.entry]
  const isMade =
    outcome === 'created' || known.some((entry) => entry?.pageId === id && entry.isMade)
  const kept = serviceWarnings(warnings, built).filter(isLasting).slice(0, maxKeptWarnings)
  manifest.put(node.path, {
    pageId: id,
    url,
    parentId,
    title: node.title,
    hash: warnings.some(isToSendAgain) ? '' : hash,
    isComplete,
    ...(version === undefined ? {} : { version }),
    ...(source === undefined ? {} : { source }),
    ...(isMade ? { isMade } : {}),
    ...(target === undefined ? {} : { isElsewhere: true }),
    ...(kept.length === 0 ? {} : { warnings: kept }),
  })
  manifest.removeLeft(id)
  manifest.removeSending(node.path)
  if (before === undefined) return
  const { path, entry } = before
  if (path !== node.path) manifest.remove(path)
  if (entry.pageId === id) return
  const { pageId, title, isMade: wasMade } = entry
  manifest.putLeft({
    path,
    pageId,
    url: entry.url,
    parentId: entry.parentId,
    title,
    ...(entry.version === undefined ? {} : { version: entry.version }),
    ...(wasMade ? { isMade: wasMade } : {}),
  })
}
