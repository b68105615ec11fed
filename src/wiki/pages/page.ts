/** A page, its version and their source, and the columns they are read from. @module */
import type { Origin } from '../../accounts/audit.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { noPosition } from '../store/page-place.ts'
import { condemned } from '../store/purging/condemn-pages.ts'

type PageStatus = 'current' | 'trashed'

export interface Page {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly spaceKey: string
  /** The id of the parent; undefined for a homepage. */
  readonly parentId: string | undefined
  /** The position among siblings; undefined for a page sorted by title. */
  readonly position: number | undefined
  readonly status: PageStatus
  readonly authorId: string
  readonly createdAt: Date
  readonly version: PageVersion
  /** The page's address in Confluence; only for a recorded page. */
  readonly url?: string
}

export interface PageVersion {
  readonly number: number
  readonly commit: VersionCommit
  readonly authorId: string
  readonly authorName: string
  readonly createdAt: Date
  readonly labels: readonly string[]
  readonly origin: Origin
  readonly isPurged: boolean
}

export interface PageWithBody extends Page {
  readonly adf: string
  readonly markdown: string
}

/** For `readAs`: fills `version`. */
export function versionColumns(v: Statement, authorName: Statement, madeAt: Statement): Statement {
  return sql`${v}.number as "version.number", ${v}.message as "version.commit.message",
    ${v}.commit_id as "version.commit.id", ${v}.commit_author as "version.commit.author",
    cast(${v}.author_id as text) as "version.authorId", ${authorName} as "version.authorName",
    ${madeAt} as "version.createdAt", ${v}.labels as "version.labels[]",
    ${v}.via as "version.origin.via", ${v}.token_name as "version.origin.tokenName",
    ${v}.purged_at is not null as "version.isPurged"`
}

/** The columns of a version `v` and its author `u`. */
export const storedVersion: Statement = versionColumns(sql`v`, sql`u.name`, sql`v.created_at`)

/** For `readAs`: fills a `Page`. */
export const pageColumns: Statement = sql`cast(p.id as text) as id,
  cast(p.space_id as text) as "spaceId", s.key as "spaceKey",
  cast(nullif(p.parent_id, 0) as text) as "parentId", v.title, p.status,
  nullif(p.position, ${noPosition}) as position, cast(first.author_id as text) as "authorId",
  p.created_at as "createdAt", ${storedVersion}`

/** Joins every version, so the condition must select one. */
export const pageTables: Statement = sql`from pages p
  join spaces s on s.id = p.space_id and p.trashed_with is distinct from ${condemned}
  join page_versions first
    on first.space_id = p.space_id and first.page_id = p.id and first.number = 1
  join page_versions v on v.space_id = p.space_id and v.page_id = p.id
  join users u on u.id = v.author_id`

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
