/** Finds the preview of an address, and keeps links within it. @module */
import { html } from 'hono/html'
import type { Clock } from '../../../accounts/clock.ts'
import type { Reader } from '../../../accounts/reader.ts'
import type { Database } from '../../../store/database.ts'
import { isAnyOf, sql } from '../../../store/sql.ts'
import { previewPath } from '../../../wiki/import/previews.ts'
import type { CurrentPage } from '../../../wiki/pages/current-page.ts'
import { pagesWithDrafts } from '../../../wiki/store/previews/draft-pages.ts'
import { findPreviews, type Preview } from '../../../wiki/store/previews/previews.ts'
import { dayOf } from '../../web/components/time-words.ts'
import type { DocumentViewWork } from '../../web/document/document-view-work.ts'
import type { Markup } from '../../web/frame/markup.ts'
import { readerOf } from '../../web/session/reading-rule.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'
import { type PreviewTree, previewTree } from './preview-tree.ts'

export interface PreviewReaderDependencies extends ReaderDependencies {
  readonly clock: Clock
  readonly workers: ReaderDependencies['workers'] & DocumentViewWork
}

export function previewsAt(
  dependencies: PreviewReaderDependencies,
  c: WebContext,
): Promise<Preview[]> {
  // Search engines must not index drafts.
  c.header('X-Robots-Tag', 'noindex')
  const reader = readerOf(c, dependencies)
  return findPreviews(reader, c.req.param('name') ?? '', dependencies.clock())
}

export interface PreviewPlace {
  readonly preview: Preview
  readonly tree: PreviewTree
  readonly page: CurrentPage
}

export async function findInPreviews(
  reader: Reader,
  previews: readonly Preview[],
  id: string,
): Promise<PreviewPlace | undefined> {
  for (const preview of previews) {
    const tree = previewTree(reader, preview)
    const page = await tree.page(id)
    if (page !== undefined) return { preview, tree, page }
  }
  return undefined
}

export function previewBanner(preview: Preview, address: string | undefined): Markup {
  const { name, spaceKey, spaceName } = preview
  return html`<p class="warning preview-banner"><strong>Preview ${name}</strong> of ${spaceName}: not merged, and not what the space says. Sent ${dayOf(preview.shownAt)}. <a href="${previewPath(name)}?space=${spaceKey}">What changes</a>${address === undefined ? '' : html` · <a href="${address}">This page as it is</a>`}</p>`
}

/** Marks content whose links must not be changed. */
export const keptPlace = '<!--kept-->'

/**
 * Makes links, images and tree addresses stay within a preview. Text escapes quotation marks, so
 * only attributes match.
 * @param publicUrl Links in documents start with it.
 * @param verbatim Inserted at `keptPlace` unchanged.
 */
export function withinPreview(
  html: string,
  { name, spaceKey, homepageId }: Pick<Preview, 'name' | 'spaceKey' | 'homepageId'>,
  publicUrl: string,
  verbatim = '',
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
    .replace(keptPlace, () => verbatim)
}

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
    select p.id from ${pagesWithDrafts(preview)} p where ${isAnyOf(sql`p.id`, [...ids])}`)
  const pageIds = new Set([...rows.map(({ id }) => String(id)), preview.homepageId])
  return html.replace(link, (all, attribute, id) =>
    pageIds.has(id) ? `${attribute}${previewPath(name)}/pages/${id}` : all,
  )
}
