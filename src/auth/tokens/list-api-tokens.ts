/** Lists API tokens without their text. @module */
import type { Database } from '../../database/database.ts'
import { allOf, likePattern, type Statement, sql } from '../../database/sql.ts'
import { isWritableBy, isWriter } from '../access-conditions.ts'
import { type License, type LicenseStatus, toLicense } from '../license.ts'
import { toTokenId } from './token-input.ts'

export interface ApiToken {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly owner: string
  readonly spaces: readonly string[] | null
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly license: License
}

export interface ListedApiToken extends ApiToken {
  readonly isOwnerDisabled: boolean
  readonly hasSpace: boolean
}

export interface ApiTokenPart {
  readonly owner?: string | undefined
  readonly matching?: string | undefined
  readonly id?: string | undefined
  readonly after?: string | undefined
  readonly expiring?: readonly [after: Date, until: Date]
  readonly limit?: number
}

export async function listApiTokens(
  database: Database,
  part: ApiTokenPart = {},
): Promise<ListedApiToken[]> {
  const { limit } = part
  const rows = await database.read<TokenRow>(sql`
    select t.*, s.key as space_key from (
      select t.id, t.name, t.description, u.name as owner, t.has_all_spaces, t.is_create_only,
        t.is_preview_only,
        t.created_at, t.expires_at, t.last_used_at, t.license_status, t.license_trial_ends_at,
        u.disabled_at as owner_disabled_at,
        case when (t.has_all_spaces = 1 and ${isWriter(sql`t.owner_id`)}) or exists (
          select 1 from api_token_spaces o join spaces w on w.id = o.space_id
          where o.api_token_id = t.id and w.deleted_at is null
            and ${isWritableBy(sql`w.id`, sql`t.owner_id`)}) then 1 else 0 end as has_space
      from api_tokens t join users u on u.id = t.owner_id where ${conditionOf(part)}
      order by t.created_at desc, t.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}
    ) t
    left join api_token_spaces ts on ts.api_token_id = t.id
    left join spaces s on s.id = ts.space_id
    order by t.created_at desc, t.id desc, s.key_fold`)
  const found = new Map<number, { row: TokenRow; keys: string[] }>()
  for (const row of rows) {
    const { keys } = found.get(row.id) ?? { keys: [] as string[] }
    if (row.space_key !== null) keys.push(row.space_key)
    found.set(row.id, { row, keys })
  }
  return Array.from(found.values(), ({ row, keys }) => toApiToken(row, keys))
}

function conditionOf({ owner, matching, id, after, expiring }: ApiTokenPart): Statement {
  const pattern = `%${likePattern(matching?.toLowerCase() ?? '')}%`
  return allOf([
    sql`1 = 1`,
    owner === undefined ? undefined : sql`u.name = ${owner}`,
    matching === undefined
      ? undefined
      : sql`(lower(t.name) like ${pattern} escape '!'
          or lower(t.description) like ${pattern} escape '!')`,
    id === undefined ? undefined : sql`t.id = ${toTokenId(id)}`,
    after === undefined
      ? undefined
      : sql`(t.created_at, t.id) < (
          select created_at, id from api_tokens where id = ${toTokenId(after)})`,
    expiring === undefined
      ? undefined
      : sql`t.expires_at > ${expiring[0].getTime()} and t.expires_at <= ${expiring[1].getTime()}`,
  ])
}

/** One row for each space of the token; a token for all spaces has one row. */
interface TokenRow {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly owner: string
  readonly has_all_spaces: number
  readonly is_create_only: number
  readonly is_preview_only: number
  readonly space_key: string | null
  readonly created_at: number
  readonly expires_at: number
  readonly last_used_at: number | null
  readonly license_status: LicenseStatus
  readonly license_trial_ends_at: number | null
  readonly owner_disabled_at: number | null
  readonly has_space: number
}

function toApiToken(row: TokenRow, spaces: readonly string[]): ListedApiToken {
  return {
    id: String(row.id),
    name: row.name,
    description: row.description,
    owner: row.owner,
    spaces: row.has_all_spaces === 1 ? null : spaces,
    isCreateOnly: row.is_create_only === 1,
    isPreviewOnly: row.is_preview_only === 1,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
    license: toLicense({ status: row.license_status, trial_ends_at: row.license_trial_ends_at }),
    isOwnerDisabled: row.owner_disabled_at !== null,
    hasSpace: row.has_space === 1,
  }
}
