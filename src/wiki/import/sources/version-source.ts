/** Where a version comes from: the commit that its import named, and the file of its page. @module */
import type { KeptFile } from '../../../contract/import-request.ts'
import { type Statement, sql } from '../../../store/sql.ts'

/** The parts are empty when no import named a commit. */
export interface VersionCommit {
  readonly id: string
  readonly author: string
  readonly message: string
}

export interface CommitRow {
  readonly commit_id: string
  readonly commit_author: string
  readonly message: string
}

export interface FileRow {
  readonly source: string | null
  readonly path: string | null
  readonly file_url: string | null
}

export function toCommit({
  commit_id: id,
  commit_author: author,
  message,
}: CommitRow): VersionCommit {
  return { id, author, message }
}

/** @returns Undefined for a page without a source. */
export function toFile({ source: name, path, file_url: url }: FileRow): KeptFile | undefined {
  return name === null || path === null || url === null ? undefined : { name, path, url }
}

export const versionSourceColumns: Statement = sql`
  coalesce(remote.commit_id, made.commit_id, '') as commit_id,
  coalesce(remote.commit_author, made.commit_author, '') as commit_author,
  coalesce(remote.message, made.message, '') as message,
  file.source, file.path, file.url as file_url`

/** @param row The alias of a table with `space_id`, `page_id` and `version`. */
export function joinVersionSource(row: Statement): Statement {
  return sql`
    left join page_versions made on made.space_id = ${row}.space_id
      and made.page_id = ${row}.page_id and made.number = ${row}.version
    left join remote_versions remote on remote.space_id = ${row}.space_id
      and remote.page_id = cast(${row}.page_id as text) and remote.number = ${row}.version
    left join source_pages file on file.space_id = ${row}.space_id
      and file.page_id = ${row}.page_id and file.is_keeper = 1`
}
