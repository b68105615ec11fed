/** Finds who holds a token, whatever its kind. @module */
import { type Statement, sql } from '../../store/sql.ts'
import type { LicenseStatus } from '../license.ts'
import type { TokenKind } from './token-input.ts'

export interface TokenHolder {
  readonly tokenName: string
  readonly expiresAt: Date
  /** The only spaces by id; undefined for all that the user may access. */
  readonly spaceIds: readonly number[] | undefined
  readonly userId: number
  readonly userName: string
  readonly isAdministrator: boolean
}

/** A row for each space of the token, or one row for all spaces. */
export interface HolderRow {
  readonly id: number
  readonly name: string
  readonly expires_at: number
  readonly has_all_spaces: number
  readonly sources: string
  readonly is_create_only: number
  readonly is_preview_only: number
  readonly space_id: number | null
  readonly created_status: LicenseStatus
  readonly created_trial_ends_at: number | null
  readonly user_id: number
  readonly user_name: string
  readonly email: string
  readonly is_administrator: number
  readonly disabled_at: number | null
  readonly status: LicenseStatus
  readonly trial_ends_at: number | null
}

export function holderOf(kind: TokenKind, hash: string): Statement {
  return sql`
    select t.id, t.name, t.expires_at, t.has_all_spaces, t.sources, t.is_create_only,
      t.is_preview_only, s.space_id,
      t.license_status as created_status, t.license_trial_ends_at as created_trial_ends_at,
      u.id as user_id, u.name as user_name, u.email, u.is_administrator, u.disabled_at,
      l.status, l.trial_ends_at
    from tokens t join users u on u.id = t.owner_id join license l on l.id = 1
    left join token_spaces s on s.token_id = t.id
    where t.hash = ${hash} and t.kind = ${kind}`
}

export function toHolder(row: HolderRow, rows: readonly HolderRow[]): TokenHolder {
  return {
    tokenName: row.name,
    expiresAt: new Date(row.expires_at),
    spaceIds: row.has_all_spaces === 1 ? undefined : rows.flatMap(({ space_id: id }) => id ?? []),
    userId: row.user_id,
    userName: row.user_name,
    isAdministrator: row.is_administrator === 1,
  }
}
