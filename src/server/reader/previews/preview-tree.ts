/** The tree of a space with a preview's drafts among the pages that stay. @module */
import type { Reader } from '../../../accounts/reader.ts'
import { readLabels } from '../../../contract/titles-and-labels.ts'
import { parseId } from '../../../store/ids.ts'
import { sql } from '../../../store/sql.ts'
import type { CurrentPage } from '../../../wiki/pages/current-page.ts'
import {
  listChildrenWhere,
  type NeighbourPage,
  type SpaceTree,
} from '../../../wiki/pages/pages-around.ts'
import { pagesOf, pagesWithDrafts } from '../../../wiki/store/previews/draft-pages.ts'
import type { Preview } from '../../../wiki/store/previews/previews.ts'

export interface PreviewTree extends SpaceTree {
  page(id: string): Promise<CurrentPage | undefined>
}

const maxSteps = 200

/** Pages whose parent the preview does not know stand below the homepage. */
export function previewTree(reader: Reader, preview: Preview): PreviewTree {
  const { spaceKey, spaceName, remote, homepageId, shownAt, madeBy } = preview
  const spaceId = String(preview.spaceId)
  const pages = pagesWithDrafts(preview)
  const home = Number(homepageId)
  // Only drafts can stand below a page that is not there; in connected spaces also pages that stay.
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
      const page = row ?? (remote && pageId === home ? unrecorded(remote.title) : undefined)
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
  /** The present version, which pages without a draft of their own show. */
  readonly version: number
  readonly parent_id: number | null
}

function unrecorded(title: string): DraftRow {
  return { title, navigation_title: '', labels: '', version: 1, parent_id: null }
}
