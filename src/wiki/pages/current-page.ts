/** The current state of a page without its document: a single row. @module */
import type { Reader } from '../../accounts/reader.ts'
import type { KeptFile } from '../../contract/import-request.ts'
import { readLabels } from '../../contract/titles-and-labels.ts'
import { parseId } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import { type CommitRow, type FileRow, toCommit, toFile } from '../import/sources/version-source.ts'
import { noPosition } from '../store/page-place.ts'
import type { ConnectedPlace } from './connected-place.ts'
import type { Page, PageVersion } from './page.ts'

export interface CurrentPage
  extends Pick<Page, 'id' | 'title' | 'spaceId' | 'spaceKey' | 'parentId' | 'position'> {
  readonly spaceName: string
  readonly homepageId: string
  /** Empty when trees show the title. */
  readonly navigationTitle: string
  readonly file: KeptFile | undefined
  /** Where imports into the space go, if not here. */
  readonly connection: ConnectedPlace | undefined
  readonly version: Omit<PageVersion, 'origin' | 'isPurged'>
}

/** Leaves out the document: columns behind a long one in a row are slow to read. */
export async function findCurrentPage(
  reader: Reader,
  id: string,
): Promise<CurrentPage | undefined> {
  const [row] = await reader.database.read<CurrentRow>(sql`
    select p.id, p.title, p.navigation_title, p.space_id, p.parent_id, p.version, p.updated_at,
      p.labels, nullif(p.position, ${noPosition}) as position, p.author_id, u.name as author_name, s.key as space_key, s.name as space_name,
      s.homepage_id, f.source, f.path, f.url as file_url, coalesce(v.commit_id, '') as commit_id,
      coalesce(v.commit_author, '') as commit_author, coalesce(v.message, '') as message,
      c.kind, c.base_url, c.remote_space_key, c.remote_space_name
    from pages p join spaces s on s.id = p.space_id join users u on u.id = p.author_id
      left join page_versions v
        on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
      left join source_pages f on f.space_id = p.space_id and f.page_id = p.id and f.is_keeper = 1
      left join space_connections c on c.space_id = p.space_id
    where p.id = ${parseId(id) ?? 0} and p.status = 'current'`)
  return row && (await reader.mayRead(String(row.space_id))) ? toCurrentPage(row) : undefined
}

interface CurrentRow extends CommitRow, FileRow {
  readonly id: number
  readonly title: string
  readonly navigation_title: string
  readonly space_id: number
  readonly parent_id: number
  readonly version: number
  readonly updated_at: number
  readonly labels: string
  readonly position: number | null
  readonly author_id: number
  readonly author_name: string
  readonly space_key: string
  readonly space_name: string
  readonly homepage_id: number
  readonly kind: ConnectedPlace['kind'] | null
  readonly base_url: string | null
  readonly remote_space_key: string | null
  readonly remote_space_name: string | null
}

function toCurrentPage(row: CurrentRow): CurrentPage {
  return {
    id: String(row.id),
    title: row.title,
    navigationTitle: row.navigation_title,
    spaceId: String(row.space_id),
    spaceKey: row.space_key,
    spaceName: row.space_name,
    homepageId: String(row.homepage_id),
    parentId: row.parent_id === 0 ? undefined : String(row.parent_id),
    position: row.position ?? undefined,
    connection: toConnectedPlace(row),
    file: toFile(row),
    version: {
      number: row.version,
      commit: toCommit(row),
      authorId: String(row.author_id),
      authorName: row.author_name,
      createdAt: new Date(row.updated_at),
      labels: readLabels(row.labels),
    },
  }
}

function toConnectedPlace(row: CurrentRow): ConnectedPlace | undefined {
  const { kind, base_url: baseUrl, remote_space_key: key, remote_space_name: name } = row
  if (kind === null || baseUrl === null || key === null || name === null) return undefined
  return { kind, baseUrl, remoteSpace: { key, name } }
}
