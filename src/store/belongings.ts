/** Which rows are deleted for good with a page, a space or a user; a test checks it. @module */
import { isAnyOf, type Statement, sql, verbatim } from './sql.ts'

interface Belonging {
  readonly table: string
  readonly column: string
  readonly key: string
}

export type Owner = 'page' | 'remote-page' | 'space' | 'user'

/** In the order of deletion: referring rows first, the owner last. */
export const belongings: Readonly<Record<Owner, readonly Belonging[]>> = {
  page: [
    { table: 'rendered_versions', column: 'page_id', key: 'space_id, page_id, number' },
    { table: 'page_texts', column: 'page_id', key: 'space_id, page_id' },
    { table: 'page_reservations', column: 'id', key: 'space_id, id' },
    { table: 'page_reservations', column: 'parent_id', key: 'space_id, id' },
    { table: 'preview_pages', column: 'page_id', key: 'space_id, name, run, page_id' },
    { table: 'preview_pages', column: 'parent_id', key: 'space_id, name, run, page_id' },
    { table: 'page_attachments', column: 'page_id', key: 'space_id, page_id, sha256' },
    { table: 'source_pages', column: 'page_id', key: 'space_id, source, page_id' },
    { table: 'page_reports', column: 'page_id', key: 'space_id, id' },
    { table: 'page_versions', column: 'page_id', key: 'space_id, page_id, number' },
    { table: 'pages', column: 'id', key: 'space_id, id' },
  ],
  'remote-page': [
    { table: 'remote_orders', column: 'parent_id', key: 'space_id, parent_id' },
    { table: 'remote_files', column: 'page_id', key: 'space_id, page_id, sha256' },
    { table: 'remote_versions', column: 'page_id', key: 'space_id, page_id, number' },
    { table: 'remote_pages', column: 'page_id', key: 'space_id, page_id' },
  ],
  space: [
    { table: 'rendered_versions', column: 'space_id', key: 'space_id, page_id, number' },
    { table: 'page_texts', column: 'space_id', key: 'space_id, page_id' },
    { table: 'source_pages', column: 'space_id', key: 'space_id, source, page_id' },
    { table: 'page_reports', column: 'space_id', key: 'space_id, id' },
    { table: 'page_attachments', column: 'space_id', key: 'space_id, page_id, sha256' },
    { table: 'page_versions', column: 'space_id', key: 'space_id, page_id, number' },
    { table: 'pages', column: 'space_id', key: 'space_id, id' },
    { table: 'page_reservations', column: 'space_id', key: 'space_id, id' },
    { table: 'attachments', column: 'space_id', key: 'space_id, sha256' },
    { table: 'preview_attachments', column: 'space_id', key: 'space_id, name, run, sha256' },
    { table: 'preview_pages', column: 'space_id', key: 'space_id, name, run, page_id' },
    { table: 'previews', column: 'space_id', key: 'space_id, name' },
    { table: 'idempotency_keys', column: 'space_id', key: 'api_token_id, key' },
    { table: 'deliveries', column: 'space_id', key: 'space_id, title_key' },
    { table: 'remote_reservations', column: 'space_id', key: 'space_id, parent_id, title' },
    { table: 'remote_orders', column: 'space_id', key: 'space_id, parent_id' },
    { table: 'remote_files', column: 'space_id', key: 'space_id, page_id, sha256' },
    { table: 'remote_versions', column: 'space_id', key: 'space_id, page_id, number' },
    { table: 'remote_pages', column: 'space_id', key: 'space_id, page_id' },
    { table: 'remote_homes', column: 'space_id', key: 'space_id' },
    { table: 'space_connections', column: 'space_id', key: 'space_id' },
    { table: 'space_access', column: 'space_id', key: 'space_id, user_id' },
    { table: 'group_access', column: 'space_id', key: 'space_id, user_id' },
    { table: 'group_grants', column: 'space_id', key: 'space_id, group_id' },
    { table: 'token_spaces', column: 'space_id', key: 'token_id, space_id' },
    { table: 'webhooks', column: 'space_id', key: 'id' },
    { table: 'followed_repositories', column: 'space_id', key: 'id' },
    { table: 'spaces', column: 'id', key: 'id' },
  ],
  user: [
    { table: 'one_time_links', column: 'user_id', key: 'code_hash' },
    { table: 'drafts', column: 'user_id', key: 'user_id, page_id' },
    { table: 'sessions', column: 'user_id', key: 'id_hash' },
    { table: 'tokens', column: 'owner_id', key: 'id' },
    { table: 'identities', column: 'user_id', key: 'issuer, subject' },
    { table: 'second_factor_secrets', column: 'user_id', key: 'user_id' },
    { table: 'second_factors', column: 'user_id', key: 'user_id' },
    { table: 'recovery_codes', column: 'user_id', key: 'code_hash' },
    { table: 'space_access', column: 'user_id', key: 'space_id, user_id' },
    { table: 'group_access', column: 'user_id', key: 'space_id, user_id' },
    { table: 'group_members', column: 'user_id', key: 'group_id, user_id' },
  ],
}

export interface Owned {
  readonly owner: Owner
  readonly spaceId?: number
  readonly ids: readonly (number | string)[]
}

export function dropBelongings({ owner, spaceId, ids }: Owned, limit: number): Statement[] {
  return belongings[owner].map((belonging) => {
    const [table, column, key] = [
      verbatim(belonging.table),
      verbatim(belonging.column),
      verbatim(belonging.key),
    ]
    const isOwned = isAnyOf(column, ids)
    const condition = spaceId === undefined ? isOwned : sql`space_id = ${spaceId} and ${isOwned}`
    return sql`delete from ${table} where (${key}) in (
      select ${key} from ${table} where ${condition} limit ${limit})
      returning 1 as gone`
  })
}
