/** The current state of a page without its document: a single row. @module */
import type { Reader } from '../../accounts/reader.ts'
import type { KeptFile } from '../../contract/import-request.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { sql } from '../../store/sql.ts'
import { fileColumns } from '../import/sources/version-source.ts'
import { noPosition } from '../store/page-place.ts'
import type { Page, PageVersion } from './page.ts'
import type { ConnectedPlace } from './recorded-pages.ts'

export interface CurrentPage
  extends Pick<Page, 'id' | 'title' | 'spaceId' | 'spaceKey' | 'parentId' | 'position'> {
  readonly spaceName: string
  readonly homepageId: string
  /** The title in trees; empty when trees show the page's title. */
  readonly navigationTitle: string
  readonly file: KeptFile | undefined
  /** The place in Confluence that the space is connected to, if there is one. */
  readonly connection: ConnectedPlace | undefined
  readonly version: Omit<PageVersion, 'origin' | 'isPurged'>
}

/** Reads no document, because the columns behind a long column in a row are slow to read. */
export async function findCurrentPage(
  reader: Reader,
  id: string,
): Promise<CurrentPage | undefined> {
  const [page] = await readAs<CurrentPage>(
    reader.database,
    sql`select cast(p.id as text) as id, p.title, p.navigation_title as "navigationTitle",
        cast(p.space_id as text) as "spaceId", s.key as "spaceKey", s.name as "spaceName",
        cast(s.homepage_id as text) as "homepageId",
        cast(nullif(p.parent_id, 0) as text) as "parentId",
        nullif(p.position, ${noPosition}) as position, ${fileColumns},
        c.kind as "connection.kind", c.base_url as "connection.baseUrl",
        c.remote_space_key as "connection.remoteSpace.key",
        c.remote_space_name as "connection.remoteSpace.name", p.version as "version.number",
        coalesce(v.commit_id, '') as "version.commit.id",
        coalesce(v.commit_author, '') as "version.commit.author",
        coalesce(v.message, '') as "version.commit.message",
        cast(p.author_id as text) as "version.authorId", u.name as "version.authorName",
        p.updated_at as "version.createdAt", p.labels as "version.labels[]"
      from pages p join spaces s on s.id = p.space_id join users u on u.id = p.author_id
        left join page_versions v
          on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
        left join source_pages file
          on file.space_id = p.space_id and file.page_id = p.id and file.is_keeper = 1
        left join space_connections c on c.space_id = p.space_id
      where p.id = ${parseId(id) ?? 0} and p.status = 'current'`,
  )
  return page && (await reader.mayRead(page.spaceId)) ? page : undefined
}
