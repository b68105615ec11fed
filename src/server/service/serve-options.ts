/** The options of the service, from those of the command line. @module */
import type { SecondFactorRule } from '../../accounts/sessions/sessions.ts'
import { isLoopback } from '../../contract/base/hosts.ts'
import { OptionError } from '../../contract/options/option-rows.ts'
import type { OptionValues } from '../../contract/options/option-table.ts'
import type { DatabaseOptions } from '../../store/open-database.ts'

export interface ServeValues extends OptionValues {
  readonly metricsToken?: string | undefined
  readonly oidcClientSecret?: string | undefined
}

export type ServeOptions = ReturnType<typeof toServeOptions>

/** @throws {OptionError} When options conflict. */
export function toServeOptions(values: ServeValues, database: DatabaseOptions) {
  const { host, port } = values.listen as { host: string; port: number }
  const isBehindProxy = values.behindProxy ?? false
  if ((values.tlsCert === undefined) !== (values.tlsKey === undefined)) {
    throw new OptionError('--tls-cert and --tls-key go together: give both or neither.')
  }
  const tls =
    values.tlsCert === undefined
      ? undefined
      : { certFile: values.tlsCert, keyFile: values.tlsKey as string }
  if (!isLoopback(host) && tls === undefined && !isBehindProxy) {
    throw new OptionError(
      `--listen ${host}: others could read tokens on the way. Give --tls-cert and --tls-key, or --behind-proxy when a proxy in front ends TLS.`,
    )
  }
  const usualReaders = isLoopback(host) && !isBehindProxy ? ('local' as const) : ('users' as const)
  return {
    host,
    port,
    database,
    tls,
    isBehindProxy,
    publicUrl: values.publicUrl,
    allowedHosts: values.allowedHost ?? [],
    hasMcp: values.mcp ?? true,
    readers: values.readers ?? usualReaders,
    metricsToken: values.metricsToken,
    limits: {
      maxBodyBytes: values.maxBody as number,
      maxMarkdownBytes: values.maxMarkdown as number,
      maxDepth: values.maxDepth as number,
      maxAdfBytes: values.maxAdf as number,
      conversionTimeoutMs: values.conversionTimeout as number,
    },
    maxLiveTokens: values.maxLiveTokens as number,
    secondFactorRule: values.requireSecondFactor as SecondFactorRule,
    openId: toOpenIdOptions(values),
    memoryBytes: values.memory,
    allowsPrivateRepositories: values.allowPrivateRepositories ?? false,
    keep: { importsMs: values.keepImports as number, auditMs: values.keepAudit as number },
  }
}

/** @throws {OptionError} When an option of the provider is missing. */
export function toOpenIdOptions(values: ServeValues) {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = values
  const isBesidePasswords = values.passwordSignIn !== 'off'
  const { oidcAdministrators: administrators = [], oidcAccess: access = [] } = values
  if (issuer === undefined) {
    if (isBesidePasswords) return undefined
    throw new OptionError('--password-sign-in off leaves no way in: give --oidc-issuer as well.')
  }
  if (clientId === undefined) {
    throw new OptionError('--oidc-issuer goes with --oidc-client-id: the provider gives it.')
  }
  if (clientSecret === undefined) {
    throw new OptionError(
      '--oidc-issuer goes with --oidc-client-secret-file or MARKPORT_OIDC_CLIENT_SECRET: the provider gives the secret.',
    )
  }
  const isAskingForGroups = administrators.length + access.length > 0
  const name = values.oidcName as string
  return {
    client: { issuer, clientId, clientSecret, name, isAskingForGroups },
    groups: { claim: values.oidcGroupsClaim as string, administrators, access },
    isBesidePasswords,
  }
}

export const usualAddress = 'http://127.0.0.1:8787'

export function isSecure({ publicUrl, tls, isBehindProxy }: ServeOptions): boolean {
  if (publicUrl !== undefined) return publicUrl.startsWith('https:')
  return tls !== undefined || isBehindProxy
}
