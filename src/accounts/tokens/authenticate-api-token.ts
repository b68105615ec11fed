/** Authenticates API tokens, and predicts the answers to their requests. @module */
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../store/database.ts'
import { sharedRead } from '../../store/shared-read.ts'
import { sql } from '../../store/sql.ts'
import type { Clock } from '../clock.ts'
import { type License, type LicenseStatus, toLicense } from '../license.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import { parseJwt, verifyJwt } from './jwt.ts'
import type { SigningKeys } from './signing-keys.ts'
import { isExpiringSoon, readTokenSources } from './token-input.ts'
import type { ListedToken } from './tokens.ts'

export interface ApiTokenHolder {
  readonly apiTokenId: string
  readonly tokenName: string
  readonly expiresAt: Date
  readonly spaceIds: readonly number[] | undefined
  /** The only sources that it imports; undefined for any. */
  readonly sources: readonly string[] | undefined
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
  readonly userId: number
  readonly userName: string
  readonly isAdministrator: boolean
}

/** Its checks throw `unauthorized`, `forbidden` or `license-expired`, in this order. */
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

/** A row for each space of the token, or one row for all spaces. */
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

/** Explain a 402 answer; undefined when the token may import. */
export function licenseProblem(
  atCreation: License,
  present: License,
  now: Date,
): string | undefined {
  const ofToken = problemOfToken(atCreation, present, now)
  if (present.status !== 'renewal-pending') return ofToken
  return ofToken === undefined
    ? 'The renewal of the license is pending. Complete it, then try again: this API token will do.'
    : `The renewal of the license is pending, and will not mend this API token. ${ofToken}`
}

function problemOfToken(atCreation: License, present: License, now: Date): string | undefined {
  if (atCreation.status === 'inactive') {
    return 'This API token was created while the license was inactive. Activate the license, then create a new token.'
  }
  if (atCreation.status !== 'trial') return undefined
  // A running trial follows the present license, a past one the license at creation.
  const { trialEnds } = present.status === 'trial' ? present : atCreation
  if (trialEnds !== null && trialEnds <= now) {
    return 'This API token was created in a trial that has ended. Activate the license, then create a new token.'
  }
  return undefined
}

/** `active` and `ends-soon` tokens are accepted. */
export interface TokenAnswer {
  readonly state: 'active' | 'ends-soon' | 'expired' | 'refused'
  readonly refusal: { readonly status: number; readonly reason: string } | undefined
}

export function needsAttention({ state }: TokenAnswer): boolean {
  return state === 'ends-soon' || state === 'refused'
}

function refusalOfStored(
  token: Pick<ListedToken, 'isOwnerDisabled' | 'license'>,
  present: License,
  now: Date,
): RequestError | undefined {
  if (token.isOwnerDisabled) {
    return unauthorized('The owner of this token has been disabled. Ask an administrator.')
  }
  const problem = token.license === null ? undefined : licenseProblem(token.license, present, now)
  return problem === undefined ? undefined : new RequestError('license-expired', problem)
}

/** Makes the same checks in the same order as a request, up to whether any space is writable. */
export function foreseeTokenAnswer(token: ListedToken, present: License, now: Date): TokenAnswer {
  if (token.expiresAt <= now) {
    const reason = `It has expired. ${token.kind === 'host' ? 'Create another' : 'Renew it'}, and give its program the new text.`
    return { state: 'expired', refusal: { status: 403, reason } }
  }
  const refusal = lostKey(token) ?? refusalOfStored(token, present, now) ?? noSpaceLeft(token)
  if (refusal !== undefined) {
    return { state: 'refused', refusal: { status: refusal.status, reason: refusal.message } }
  }
  return { state: isExpiringSoon(token, now) ? 'ends-soon' : 'active', refusal: undefined }
}

function lostKey({ hasKey }: ListedToken): RequestError | undefined {
  if (hasKey) return undefined
  const message = 'Its key is gone: the store was restored from a backup. Renew the token.'
  return new RequestError('forbidden', message)
}

function noSpaceLeft({ kind, owner, spaces, hasSpace }: ListedToken): RequestError | undefined {
  if (hasSpace) return undefined
  if (kind === 'host') {
    return new RequestError('not-found', 'None of its spaces is there any more. Delete the token.')
  }
  const place = spaces === null ? 'in no space' : 'in none of its spaces'
  const wayOut = `Give ${owner} write access there, or delete the token.`
  return new RequestError('not-found', `Its owner may write ${place}. ${wayOut}`)
}
