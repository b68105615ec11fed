/** What the routes of previews have in common: finding the preview that an address names, for its reader. @module */
import { html } from 'hono/html'
import type { Clock } from '../../../auth/clock.ts'
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import { isAnyOf, sql } from '../../../database/sql.ts'
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

/** Lead to the space of a preview, and say there that it was applied. */
export function toApplied(c: WebContext, { spaceKey, homepageId }: Preview): Response {
  return c.redirect(`${pagePath(spaceKey, homepageId)}?done=preview-applied`, 303)
}

/** A page in a preview, as it would be. */
export interface PreviewPlace {
  readonly preview: Preview
  readonly page: CurrentPage
}

/** Find a page in previews; its id tells which. */
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
 * @param address Of the page as it is now; undefined where there is none.
 */
export function previewBanner(preview: Preview, address: string | undefined): Markup {
  const { name, spaceKey, spaceName } = preview
  return html`<p class="warning preview-banner"><strong>Preview ${name}</strong> of ${spaceName}: not merged, and not what the space says. Sent ${dayOf(preview.shownAt)}. <a href="${previewPath(name)}?space=${spaceKey}">What changes</a>${address === undefined ? '' : html` · <a href="${address}">This page as it is</a>`}</p>`
}

/** Stands in a page for what is put there once its links were led within. */
export const keptPlace = '<!--kept-->'

/**
 * Lead links, images and the tree's parts within a preview. What writes HTML here escapes quotation
 * marks in words, so that these are always attributes.
 * @param html A page, or a part of one.
 * @param publicUrl The wiki's public address, which links of documents start with.
 * @param kept What is put at `keptPlace`, as it is.
 */
export function withinPreview(
  html: string,
  { name, spaceKey, homepageId }: Pick<Preview, 'name' | 'spaceKey' | 'homepageId'>,
  publicUrl: string,
  kept = '',
): string {
  const start = `(?:${publicUrl.replace(/\W/g, '\\$&')})?/wiki/spaces/${spaceKey}`
  const path = previewPath(name)
  return html
    .replace(
      new RegExp(
        `(\\s(?:href|src|data-level)=")${start}(?=/(?:pages|children|attachments)/)`,
        'gi',
      ),
      (_, attribute) => attribute + path,
    )
    .replace(new RegExp(`(\\shref=")${start}(?=")`, 'gi'), `$1${path}/pages/${homepageId}`)
    .replace(keptPlace, () => kept)
}

/** Lead links to pages of Confluence within a preview, where it has them. */
export async function remoteLinksWithin(
  database: Database,
  preview: Preview,
  html: string,
): Promise<string> {
  const { remote, name } = preview
  if (remote === undefined) return html
  const start = remote.baseUrl.replace(/\W/g, '\\$&')
  const link = new RegExp(
    `(\\shref=")${start}/[^"#]*?(?:/pages/|[?;]pageId=)(\\d{1,15})\\b[^"#]*`,
    'g',
  )
  const ids = new Set(Array.from(html.matchAll(link), ([, , id]) => Number(id)))
  const rows = await database.read<{ id: number }>(sql`
    select p.id from ${overlay(preview)} p where ${isAnyOf(sql`p.id`, [...ids])}`)
  const there = new Set(rows.map(({ id }) => String(id)))
  return html.replace(link, (all, attribute, id) =>
    there.has(id) ? `${attribute}${previewPath(name)}/pages/${id}` : all,
  )
}
