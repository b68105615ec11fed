/** What the routes of previews have in common: finding the preview that an address names, for its reader. @module */
import { html } from 'hono/html'
import type { Clock } from '../../../auth/clock.ts'
import { parseId } from '../../../database/ids.ts'
import { findRecordedPage } from '../../../delivery/records/recorded-pages.ts'
import { previewPath } from '../../../importing/previews.ts'
import { pagePath } from '../../../importing/target-wiki.ts'
import { dayOf } from '../../../web/components/time-words.ts'
import type { DocumentViewWork } from '../../../web/document/document-view-work.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import { readerOf } from '../../../web/session/may-read.ts'
import { readersOf, showNotFound } from '../../../web/session/reading-rule.ts'
import type { ConnectedSide } from '../../connected/connected-side.ts'
import { type CurrentPage, findCurrentPage } from '../../store/current-page.ts'
import { overlay } from '../../store/previews/overlay.ts'
import { findPreviews, type Preview, type PreviewState } from '../../store/previews/previews.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'

export interface PreviewReaderDependencies extends ReaderDependencies {
  readonly clock: Clock
  readonly connected: ConnectedSide
  readonly workers: ReaderDependencies['workers'] & DocumentViewWork
}

/**
 * Find the previews that an address names and its reader may read: one in each space at most.
 * @param dependencies The store, and who may read.
 * @param c The request.
 * @param state Whether those are meant that were applied.
 */
export function previewsAt(
  { database, readers, clock }: PreviewReaderDependencies,
  c: WebContext,
  state?: PreviewState,
): Promise<Preview[]> {
  // No search engine keeps what is not merged.
  c.header('X-Robots-Tag', 'noindex')
  const readableBy = readerOf(c.get('viewer'), readersOf(c, readers))
  return findPreviews(database, c.req.param('name') ?? '', { now: clock(), readableBy, state })
}

/**
 * Answer where no preview is found: one that was applied leads to what became of it.
 * @param dependencies The store, and who may read.
 * @param c The request.
 * @param id The page that its address names; the whole space without one.
 */
export async function showWithout(
  dependencies: PreviewReaderDependencies,
  c: WebContext,
  id?: string,
): Promise<Response> {
  const [applied] = await previewsAt(dependencies, c, 'applied')
  if (applied === undefined) return showNotFound(c, dependencies.show)
  if (id === undefined) return toApplied(c, applied)
  if (parseId(id) === undefined) return showNotFound(c, dependencies.show)
  if (applied.remote === undefined) return c.redirect(pagePath(applied.spaceKey, id))
  // Of a page that the preview made, the site has another id.
  const there = await findRecordedPage(dependencies.database, applied.spaceId, id)
  return there === undefined ? toApplied(c, applied) : c.redirect(there.url)
}

/**
 * Lead to the space of a preview, and say there that it was applied.
 * @param c The request.
 * @param preview The preview.
 */
export function toApplied(c: WebContext, { spaceKey, homepageId }: Preview): Response {
  return c.redirect(`${pagePath(spaceKey, homepageId)}?done=preview-applied`, 303)
}

/** A page in a preview, as it would be. */
export interface PreviewPlace {
  readonly preview: Preview
  readonly page: CurrentPage
}

/**
 * Find a page in previews; its id tells which.
 * @param dependencies The store.
 * @param previews Those that the address names.
 * @param id The page's id.
 */
export async function findInPreviews(
  { database }: PreviewReaderDependencies,
  previews: readonly Preview[],
  id: string,
): Promise<PreviewPlace | undefined> {
  for (const preview of previews) {
    const page = await findCurrentPage(database, id, overlay(preview))
    const { homepageId } = preview
    if (page !== undefined) return { preview, page: { ...page, homepageId } }
  }
  return undefined
}

/**
 * Say on a page that it is one of a preview.
 * @param preview The preview.
 * @param address Of the page as it is now; undefined where there is none.
 */
export function previewBanner(preview: Preview, address: string | undefined): Markup {
  const { name, spaceKey, spaceName } = preview
  return html`<p class="warning preview-banner"><strong>Preview ${name}</strong> of ${spaceName}: not merged, and not what the space says. Sent ${dayOf(preview.shownAt)}. <a href="${previewPath(name)}?space=${spaceKey}">What changes</a>${address === undefined ? '' : html` · <a href="${address}">This page as it is</a>`}</p>`
}
