/** A page with its version, and how it is read from the store. @module */
import type { Origin, Via } from '../../accounts/audit.ts'
import { readLabels } from '../../contract/titles-and-labels.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { type CommitRow, toCommit, type VersionCommit } from '../import/sources/version-source.ts'
import { noPosition } from '../store/page-place.ts'
import { condemned } from '../store/purging/condemn-pages.ts'

export type PageStatus = 'current' | 'trashed'

export interface Page {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly spaceKey: string
  /** Undefined for a homepage. */
  readonly parentId: string | undefined
  /** Undefined for a page sorted by title. */
  readonly position: number | undefined
  readonly status: PageStatus
  readonly authorId: string
  readonly createdAt: Date
  readonly version: PageVersion
  /** Its address in Confluence, for a recorded page. */
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

export interface VersionRow extends CommitRow {
  readonly number: number
  readonly author_id: number
  readonly author_name: string
  readonly version_created_at: number
  readonly labels: string
  readonly via: Via
  readonly token_name: string
  readonly purged_at: number | null
}

export interface PageRow extends VersionRow {
  readonly id: number
  readonly space_id: number
  readonly space_key: string
  readonly parent_id: number
  readonly title: string
  readonly position: number | null
  readonly status: PageStatus
  readonly first_author_id: number
  readonly created_at: number
}

export const versionColumns: Statement = sql`v.number, v.message, v.commit_id, v.commit_author, v.author_id, u.name as author_name,
  v.created_at as version_created_at, v.labels, v.via, v.token_name, v.purged_at`

export const pageColumns: Statement = sql`p.id, p.space_id, s.key as space_key, p.parent_id, v.title, p.status,
  nullif(p.position, ${noPosition}) as position,
  first.author_id as first_author_id, p.created_at, ${versionColumns}`

/** Joins every version, so the condition must select one. */
export const pageTables: Statement = sql`from pages p
  join spaces s on s.id = p.space_id and p.trashed_with is distinct from ${condemned}
  join page_versions first
    on first.space_id = p.space_id and first.page_id = p.id and first.number = 1
  join page_versions v on v.space_id = p.space_id and v.page_id = p.id
  join users u on u.id = v.author_id`

export function toPage(row: PageRow): Page {
  return {
    id: String(row.id),
    title: row.title,
    spaceId: String(row.space_id),
    spaceKey: row.space_key,
    parentId: row.parent_id === 0 ? undefined : String(row.parent_id),
    position: row.position ?? undefined,
    status: row.status,
    authorId: String(row.first_author_id),
    createdAt: new Date(row.created_at),
    version: toVersion(row),
  }
}

export function toVersion(row: VersionRow): PageVersion {
  return {
    number: row.number,
    commit: toCommit(row),
    authorId: String(row.author_id),
    authorName: row.author_name,
    createdAt: new Date(row.version_created_at),
    labels: readLabels(row.labels),
    origin: { via: row.via, tokenName: row.token_name },
    isPurged: row.purged_at !== null,
  }
}
