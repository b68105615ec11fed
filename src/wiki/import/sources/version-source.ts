/** The source of a version: the commit that its import named, and the file of its page. @module */
import { type Statement, sql } from '../../../store/sql.ts'

/** The parts are empty when no import named a commit. */
export interface VersionCommit {
  readonly id: string
  readonly author: string
  readonly message: string
}

/** For `readAs`: fills `file`, which is undefined for a page without a source. */
export const fileColumns: Statement = sql`file.source as "file.name", file.path as "file.path",
  file.url as "file.url"`

/** For `readAs`: fills `commit` and `file`. */
export const versionSourceColumns: Statement = sql`
  coalesce(remote.commit_id, made.commit_id, '') as "commit.id",
  coalesce(remote.commit_author, made.commit_author, '') as "commit.author",
  coalesce(remote.message, made.message, '') as "commit.message", ${fileColumns}`

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
