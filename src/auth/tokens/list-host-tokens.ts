/** Lists host tokens, as they are shown: without their text. @module */
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

/** What a host token may be made for. */
export const hostScopes = ['read', 'write'] as const

export type HostScopeName = (typeof hostScopes)[number]

export interface HostToken {
  readonly id: string
  readonly name: string
  /** Name of the user whose access it carries. */
  readonly owner: string
  readonly scopes: readonly HostScopeName[]
  /** Keys of the only spaces that it is for; null for all that are open to its owner. */
  readonly spaces: readonly string[] | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

/**
 * Tell the scopes of a token.
 * @param canWrite Whether it writes; each token reads.
 */
export function hostScopesOf(canWrite: boolean): readonly HostScopeName[] {
  return canWrite ? hostScopes : ['read']
}

/** List all host tokens, newest first. */
export async function listHostTokens(database: Database): Promise<HostToken[]> {
  const tokens = await database.read<TokenRow>(sql`
    select t.*, u.name as owner from host_tokens t join users u on u.id = t.owner_id
    order by t.created_at desc, t.id desc`)
  const spaces = await database.read<{ id: number; key: string }>(sql`
    select ts.host_token_id as id, s.key
    from host_token_spaces ts join spaces s on s.id = ts.space_id order by s.key_fold`)
  const keys = Map.groupBy(spaces, ({ id }) => id)
  return tokens.map((row) => ({
    id: String(row.id),
    name: row.name,
    owner: row.owner,
    scopes: hostScopesOf(row.can_write === 1),
    spaces: row.has_all_spaces === 1 ? null : (keys.get(row.id) ?? []).map(({ key }) => key),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  }))
}

interface TokenRow {
  readonly id: number
  readonly name: string
  readonly owner: string
  readonly can_write: number
  readonly has_all_spaces: number
  readonly created_at: number
  readonly expires_at: number
  readonly last_used_at: number | null
}
