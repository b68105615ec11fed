/** Authenticates API tokens, with the checks in the order of the contract. @module */
import type { Database } from '../../database/database.ts'
import { sharedRead } from '../../database/shared-read.ts'
import { sql } from '../../database/sql.ts'
import type { Clock } from '../clock.ts'
import { type LicenseStatus, toLicense } from '../license.ts'
import { readTokenSources } from './allowed-sources.ts'
import { refusalOfStored } from './api-token-license.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import { parseJwt, verifyJwt } from './jwt.ts'
import type { SigningKeys } from './signing-keys.ts'

export interface ApiTokenHolder {
  readonly apiTokenId: string
  readonly tokenName: string
  readonly expiresAt: Date
  readonly spaceIds: readonly number[] | undefined
  /** The names of the only sources that it imports; undefined for any. */
  readonly sources: readonly string[] | undefined
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
  readonly userId: number
  readonly userName: string
  readonly isAdministrator: boolean
}

/**
 * Make the check of form, signature, claims, times, store and license, in this order.
 * @returns Takes the values of the `Authorization` header, and throws a `RequestError` with
 * `unauthorized`, `forbidden` or `license-expired`.
 */
export function apiTokenCheck(
  database: Database,
  keys: SigningKeys,
  clock: Clock,
): (authorization: readonly string[]) => Promise<ApiTokenHolder> {
  const findHolder = sharedRead((hash) => database.read<HolderRow>(holderOf(hash)))
  return async (authorization) => {
    const { scheme, value } = parseAuthorization(authorization)
    if (scheme !== 'bearer') {
      throw unauthorized('The import takes an API token: send "Authorization: Bearer <token>".')
    }
    await verifyJwt(parseJwt(value), keys.find, clock())
    return toHolder(await findHolder(credentialHash(value)), clock())
  }
}

function toHolder(rows: readonly HolderRow[], now: Date): ApiTokenHolder {
  const [row] = rows
  if (row === undefined) {
    throw unauthorized(
      'This API token is not known: it was deleted or renewed. Use the renewed one, or create another.',
    )
  }
  const license = toLicense({
    status: row.created_status,
    trial_ends_at: row.created_trial_ends_at,
  })
  const isOwnerDisabled = row.disabled_at !== null
  const refusal = refusalOfStored({ license, isOwnerDisabled }, toLicense(row), now)
  if (refusal !== undefined) throw refusal
  return {
    apiTokenId: String(row.id),
    tokenName: row.name,
    expiresAt: new Date(row.expires_at),
    spaceIds: row.has_all_spaces === 1 ? undefined : rows.flatMap(({ space_id: id }) => id ?? []),
    sources: readTokenSources(row.sources),
    isCreateOnly: row.is_create_only === 1,
    isPreviewOnly: row.is_preview_only === 1,
    userId: row.user_id,
    userName: row.user_name,
    isAdministrator: row.is_administrator === 1,
  }
}

/** One row for each space of the token; a token for all spaces has one row. */
interface HolderRow {
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
  readonly is_administrator: number
  readonly disabled_at: number | null
  readonly status: LicenseStatus
  readonly trial_ends_at: number | null
}

function holderOf(hash: string) {
  return sql`
    select t.id, t.name, t.expires_at, t.has_all_spaces, t.sources, t.is_create_only, t.is_preview_only,
      s.space_id,
      t.license_status as created_status, t.license_trial_ends_at as created_trial_ends_at,
      u.id as user_id, u.name as user_name, u.is_administrator, u.disabled_at,
      l.status, l.trial_ends_at
    from tokens t join users u on u.id = t.owner_id join license l on l.id = 1
    left join token_spaces s on s.token_id = t.id
    where t.hash = ${hash} and t.kind = 'api'`
}
