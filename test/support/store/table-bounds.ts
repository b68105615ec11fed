/**
 * Every table of the store, with the bounds that its rows have, or why they need none: a new table has
 * a row here.
 * @module
 */
import type { BoundName } from '../../../src/base/bounds.ts'

const byImports = 'a part of pages that were imported, whose history is kept'
const byAdministrators = 'only administrators add rows'
const byProvider = 'one for each person whom administrators or the provider let in, and each space'
const byProgram = 'a fixed number of rows'

/** Names of bounds, or a reason. */
export const tableBounds: Readonly<Record<string, readonly BoundName[] | string>> = {
  api_token_spaces: 'one for each space that a token is kept to; spaces are made by administrators',
  api_tokens: ['liveApiTokens', 'allLiveApiTokens', 'apiTokens'],
  attachments: byImports,
  audit_records: ['failedSignIns', 'failedSignInsFrom'],
  changes: 'a few for each change of a page, for 90 days',
  deliveries: 'one for each title of a space while its import is under way',
  group_access: byProvider,
  group_grants: byAdministrators,
  group_members: byAdministrators,
  host_token_spaces:
    'one for each space that a token is kept to; spaces are made by administrators',
  host_tokens: ['hostTokens'],
  id_blocks: byProgram,
  idempotency_keys: 'one at most for each import that was acknowledged, for 24 hours',
  identities: byProvider,
  imports: ['refusedImports'],
  known_devices: ['knownDevices'],
  license: byProgram,
  logout_tokens: 'signed by the provider; each goes once it has ended',
  migrations: byProgram,
  one_time_links: ['oneTimeLinks'],
  page_attachments: byImports,
  page_reservations: ['reservations'],
  page_texts: byImports,
  page_versions: byImports,
  pages: byImports,
  password_tries: 'each try takes out more rows than it adds, once their time is over',
  preview_attachments: ['previewBytes'],
  preview_pages: ['previewPages', 'previewBytes'],
  previews: ['previews'],
  recovery_codes: 'a fixed number for each user',
  remote_files: byImports,
  remote_homes: byAdministrators,
  remote_orders: 'one for each page that others were imported below, until they are in order',
  remote_pages: byImports,
  remote_reservations: ['reservations'],
  remote_versions: byImports,
  rendered_versions: 'old rows go once all take 256 MiB',
  second_factor_secrets: 'one for each user',
  second_factors: 'one for each user',
  sessions: ['sessions', 'awaitingSessions'],
  settings: byProgram,
  shown_api_tokens: 'one at most for each API token, for ten minutes',
  signing_keys: byAdministrators,
  site_paces: 'one for each site that spaces are connected to',
  space_access: byAdministrators,
  space_connections: byAdministrators,
  spaces: byAdministrators,
  store_probes: byProgram,
  user_groups: byAdministrators,
  users: byProvider,
  webhook_deliveries: 'one for each change and webhook until it is delivered, for 90 days',
  webhook_secrets: byAdministrators,
  webhooks: byAdministrators,
}
