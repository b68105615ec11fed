/** Signs in users of the OpenID provider, and makes them at their first sign-in. @module */

import type { Places } from '../../base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import type { Clock } from '../clock.ts'
import type { NoteFailedSignIn } from '../passwords/failed-sign-ins.ts'
import { credentialHash } from '../tokens/authorization.ts'
import { applyIdentity, type IdentityUser } from './identity-changes.ts'
import { type GroupRules, readIdentity } from './identity-claims.ts'
import type { OpenIdProvider, SignInFlow } from './openid-provider.ts'

export interface ProviderAnswer {
  readonly callback: URL
  readonly flow: SignInFlow
  /** The code of a one-time link with which an administrator decides who this is. */
  readonly linkCode: string | undefined
}

/**
 * @throws {RequestError} `bad-request` or `not-found` with a message for the visitor,
 * `unavailable`.
 */
export type CheckIdentity = (answer: ProviderAnswer, network: string) => Promise<VouchedUser>

export interface VouchedUser extends IdentityUser {
  readonly providerSession: string | null
}

export function identityCheck({
  provider,
  rules,
  database,
  ids,
  clock,
  asking,
  noteFailed,
}: {
  readonly provider: OpenIdProvider
  readonly rules: GroupRules
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  /** Limits the requests to the provider that strangers can cause at once. */
  readonly asking: Places
  readonly noteFailed: NoteFailedSignIn
}): CheckIdentity {
  return async ({ callback, flow, linkCode }, network) => {
    const claims = await asking.hold({ key: network }, () => provider.finish(callback, flow))
    const identity = readIdentity(claims, rules)
    const [newUserId, user, identityId, access] = [
      await ids.nextId(),
      await ids.nextId(),
      await ids.nextId(),
      await ids.nextId(),
    ]
    const found = await database.write(applyIdentity, {
      identity,
      newUserId,
      linkHash: linkCode === undefined ? null : credentialHash(linkCode),
      atMs: clock().getTime(),
      address: network,
      auditIds: { user, identity: identityId, access },
    })
    if (!found.isDisabled) return { ...found, providerSession: identity.session }
    await noteFailed({ name: found.name, network, tries: 1, isKnownDevice: false })
    throw new RequestError(
      'bad-request',
      `The user ${found.name} is disabled. Ask an administrator to enable you.`,
    )
  }
}
