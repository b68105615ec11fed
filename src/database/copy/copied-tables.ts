/**
 * What the copy of a store holds, and what it does without: one row for each table.
 * A test holds both lists to the schema of both engines.
 * @module
 */
export interface CopiedTable {
  readonly table: string
  /** The columns of its primary key, by their types. */
  readonly key: Readonly<Record<string, 'bigint' | 'text'>>
  /** Which of its rows are copied, where some are not. */
  readonly condition?: string
}

const byId = { id: 'bigint' } as const
const bySpace = { space_id: 'bigint' } as const
const byUser = { user_id: 'bigint' } as const
const byPage = { space_id: 'bigint', id: 'bigint' } as const
const byRemotePage = { space_id: 'bigint', page_id: 'text' } as const

/** In the order in which they are filled: a row comes after those that it refers to. */
export const copiedTables: readonly CopiedTable[] = [
  // How far the search index has come is told of each store's own.
  { table: 'settings', key: { name: 'text' }, condition: "name <> 'search-index'" },
  { table: 'id_blocks', key: { name: 'text' } },
  { table: 'license', key: byId },
  { table: 'signing_keys', key: { id: 'text' } },
  { table: 'users', key: byId },
  { table: 'one_time_links', key: { code_hash: 'text' } },
  { table: 'password_tries', key: { key: 'text' } },
  { table: 'known_devices', key: { id_hash: 'text', user_id: 'bigint' } },
  { table: 'identities', key: { issuer: 'text', subject: 'text' } },
  { table: 'logout_tokens', key: { id_hash: 'text' } },
  { table: 'second_factors', key: byUser },
  { table: 'second_factor_secrets', key: byUser },
  { table: 'recovery_codes', key: { code_hash: 'text' } },
  { table: 'spaces', key: byId },
  { table: 'space_access', key: { ...bySpace, ...byUser } },
  { table: 'group_access', key: { ...bySpace, ...byUser } },
  { table: 'user_groups', key: byId },
  { table: 'group_members', key: { group_id: 'bigint', ...byUser } },
  { table: 'group_grants', key: { ...bySpace, group_id: 'bigint' } },
  { table: 'api_tokens', key: byId },
  { table: 'api_token_spaces', key: { api_token_id: 'bigint', space_id: 'bigint' } },
  { table: 'host_tokens', key: byId },
  { table: 'host_token_spaces', key: { host_token_id: 'bigint', space_id: 'bigint' } },
  { table: 'audit_records', key: byId },
  { table: 'pages', key: byPage },
  { table: 'page_versions', key: { space_id: 'bigint', page_id: 'bigint', number: 'bigint' } },
  { table: 'attachments', key: { space_id: 'bigint', sha256: 'text' } },
  { table: 'page_attachments', key: { space_id: 'bigint', page_id: 'bigint', sha256: 'text' } },
  {
    table: 'page_reservations',
    key: { space_id: 'bigint', parent_id: 'bigint', title_key: 'text' },
  },
  { table: 'imports', key: byPage },
  { table: 'idempotency_keys', key: { api_token_id: 'bigint', key: 'text' } },
  { table: 'space_connections', key: bySpace },
  { table: 'remote_homes', key: bySpace },
  { table: 'remote_pages', key: byRemotePage },
  { table: 'remote_versions', key: { ...byRemotePage, number: 'bigint' } },
  { table: 'remote_files', key: { ...byRemotePage, sha256: 'text' } },
  { table: 'remote_reservations', key: byRemotePage },
  { table: 'remote_orders', key: { space_id: 'bigint', parent_id: 'text' } },
  { table: 'deliveries', key: { space_id: 'bigint', title_key: 'text' } },
  { table: 'site_paces', key: { base_url: 'text' } },
  { table: 'changes', key: { ...bySpace, page_id: 'bigint', changed_at: 'bigint' } },
  { table: 'webhooks', key: byId },
  { table: 'webhook_secrets', key: { webhook_id: 'bigint' } },
  {
    table: 'webhook_deliveries',
    key: { ...bySpace, webhook_id: 'bigint', page_id: 'bigint', changed_at: 'bigint' },
  },
]

/** Tables whose rows stay behind, and why. */
export const uncopiedTables: Readonly<Record<string, string>> = {
  migrations: 'each store has its own',
  sessions: 'everybody signs in again',
  shown_api_tokens: 'go with the sessions that may see them',
  store_probes: 'tell of the store that they are in',
  rendered_versions: 'made again when a page is read',
  previews: 'made again by the next run of whoever made them',
  preview_pages: 'belong to previews',
  preview_attachments: 'belong to previews',
  page_texts: 'made again from the pages by the next service, as each engine wants it',
}
