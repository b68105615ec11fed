/** Checks the options of the OpenID provider against each other. @module */
import type { OptionValues } from '../../config/config.ts'
import type { OpenIdOptions } from '../../service/serve-options.ts'
import { UsageError } from '../context.ts'

/**
 * Read who the provider is, and what its groups are worth.
 * @param clientSecret The secret that the provider gave this service.
 * @returns `undefined` without a provider.
 * @throws {UsageError} When something is missing.
 */
export function toOpenIdOptions(
  values: OptionValues,
  clientSecret: string | undefined,
): OpenIdOptions | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId } = values
  const isBesidePasswords = values.passwordSignIn !== 'off'
  const { oidcAdministrators: administrators = [], oidcAccess: access = [] } = values
  if (issuer === undefined) {
    if (isBesidePasswords) return undefined
    throw new UsageError('--password-sign-in off leaves no way in: give --oidc-issuer as well.')
  }
  if (clientId === undefined) {
    throw new UsageError('--oidc-issuer goes with --oidc-client-id: the provider gives it.')
  }
  if (clientSecret === undefined) {
    throw new UsageError(
      '--oidc-issuer goes with --oidc-client-secret-file or MARKPORT_OIDC_CLIENT_SECRET: the provider gives the secret.',
    )
  }
  const isAskingForGroups = administrators.length + access.length > 0
  const name = values.oidcName as string
  return {
    client: { issuer, clientId, clientSecret, name, isAskingForGroups },
    groups: { claim: values.oidcGroupsClaim as string, administrators, access },
    groupsMaxAgeMs: values.oidcGroupsMaxAge as number,
    isBesidePasswords,
  }
}
