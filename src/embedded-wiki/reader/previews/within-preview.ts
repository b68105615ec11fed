/** Pages of the reader, led within a preview: whatever made a link, it leads to the page as it would be. @module */
import type { Database } from '../../../database/database.ts'
import { isAnyOf, sql } from '../../../database/sql.ts'
import { previewPath } from '../../../importing/previews.ts'
import { overlay } from '../../store/previews/overlay.ts'
import type { Preview } from '../../store/previews/previews.ts'

/** Stands in a page for what is put there once its links were led within. */
export const keptPlace = '<!--kept-->'

/**
 * Lead links, images and the tree's parts within a preview. What writes HTML here escapes quotation
 * marks in words, so that these are always attributes.
 * @param html A page, or a part of one.
 * @param preview The preview.
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

/**
 * Lead links to pages of Confluence within a preview, where it has them.
 * @param database The store.
 * @param preview The preview.
 * @param html A document.
 */
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
