/** Finds the preview of an address and its pages, and keeps links within it. @module */
import { html } from 'hono/html'
import type { Reader } from '../../../accounts/reader.ts'
import { readLabels } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import { isAnyOf, sql } from '../../../store/sql.ts'
import type { CurrentPage } from '../../../wiki/pages/find-page.ts'
import {
  listChildrenWhere,
  type NeighbourPage,
  type SpaceTree,
} from '../../../wiki/pages/pages-around.ts'
import {
  findPreviews,
  type Preview,
  pagesOf,
  pagesWithDrafts,
  previewPath,
} from '../../../wiki/store/previews/previews.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { dayOf } from '../../web/components/time-words.ts'
import type { Markup } from '../../web/frame/markup.ts'
import type { PageContext } from '../../web/pages.ts'
import { readerOf } from '../../web/session/reading-rule.ts'

export function previewsAt(dependencies: ServiceParts, c: PageContext): Promise<Preview[]> {
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

export interface PreviewTree extends SpaceTree {
  page(id: string): Promise<CurrentPage | undefined>
}

const maxSteps = 200

/** Pages whose parent the preview does not know stand below the homepage. */
function previewTree(reader: Reader, preview: Preview): PreviewTree {
  const { spaceKey, spaceName, remote, homepageId, shownAt, madeBy } = preview
  const spaceId = String(preview.spaceId)
  const pages = pagesWithDrafts(preview)
  const home = Number(homepageId)
  // Only drafts can have a missing parent; in connected spaces, other pages can too.
  const mayBeLost = remote === undefined ? sql`p.is_draft = 1` : sql`1 = 1`
  const isLost = sql`(${mayBeLost} and p.parent_id <> 0
    and not exists (select 1 from ${pages} above where above.id = p.parent_id))`
  const tree: PreviewTree = {
    children(id, after) {
      const isBelow = sql`p.parent_id = ${parseId(id) ?? 0}`
      const isWanted =
        id === homepageId ? sql`(${isBelow} or ${isLost}) and p.id <> ${home}` : isBelow
      return listChildrenWhere(reader, { spaceId, pages, isWanted, after })
    },
    async child(id) {
      const isWanted = sql`p.id = ${parseId(id) ?? 0}`
      return (await listChildrenWhere(reader, { spaceId, pages, isWanted })).pages[0]
    },
    async ancestors({ parentId }) {
      const ancestors: NeighbourPage[] = []
      let id = parentId
      while (id !== undefined && ancestors.length < maxSteps) {
        const page = await tree.page(id)
        if (page === undefined) break
        ancestors.unshift({ id, title: page.navigationTitle || page.title })
        id = page.parentId
      }
      return ancestors
    },
    async page(id) {
      const pageId = parseId(id) ?? 0
      const [row] = await reader.database.read<DraftRow>(sql`
        select p.title, p.navigation_title, p.labels,
          coalesce((select own.version from ${pagesOf(preview)} own
            where own.space_id = p.space_id and own.id = p.id), p.version) as version,
          (select above.id from ${pages} above where above.id = p.parent_id) as parent_id
        from ${pages} p where p.id = ${pageId}`)
      // No import may have recorded the homepage of a connected space.
      const page =
        row ?? (remote && pageId === home ? unrecorded(remote.remoteSpace.name) : undefined)
      return (
        page && {
          id,
          spaceId,
          spaceKey,
          spaceName,
          homepageId,
          title: page.title,
          navigationTitle: page.navigation_title,
          parentId: pageId === home ? undefined : String(page.parent_id ?? homepageId),
          position: undefined,
          file: undefined,
          connection: undefined,
          version: {
            number: page.version,
            labels: readLabels(page.labels),
            createdAt: shownAt,
            authorName: madeBy,
            authorId: '',
            commit: { id: '', author: '', message: '' },
          },
        }
      )
    },
  }
  return tree
}

interface DraftRow {
  readonly title: string
  readonly navigation_title: string
  readonly labels: string
  /** The page's present version, which the preview shows if it has no draft. */
  readonly version: number
  readonly parent_id: number | null
}

function unrecorded(title: string): DraftRow {
  return { title, navigation_title: '', labels: '', version: 1, parent_id: null }
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
