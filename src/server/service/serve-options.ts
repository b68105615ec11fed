/** The options of the service. @module */
import type { GroupRules } from '../../accounts/openid/identity-claims.ts'
import type { OpenIdClient } from '../../accounts/openid/openid-provider.ts'
import type { SecondFactorRule } from '../../accounts/second-factor/second-factor-stage.ts'
import type { DatabaseOptions } from '../../store/open-database.ts'
import type { TlsFiles } from '../http/tls-server.ts'
import type { KeepTimes } from './housekeeping.ts'

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly database: DatabaseOptions
  readonly tls: TlsFiles | undefined
  readonly isBehindProxy: boolean
  /** The address for callers and readers, if it differs from the listening one. */
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly hasMcp: boolean
  /** Who may read pages without signing in; `local` means from this machine. */
  readonly readers: 'anyone' | 'local' | 'users'
  readonly docsSpace?: string
  /** A separate address for `/metrics`, and the token that opens it. */
  readonly metrics?: {
    readonly listen?: { readonly host: string; readonly port: number } | undefined
    readonly token?: string | undefined
  }
  readonly limits: {
    readonly maxBodyBytes: number
    readonly maxMarkdownBytes: number
    readonly maxDepth: number
    readonly maxAdfBytes: number
    readonly conversionTimeoutMs: number
  }
  readonly maxLiveTokens: number
  readonly openId?: OpenIdOptions | undefined
  readonly secondFactorRule?: SecondFactorRule
  /** The memory of the service and its workers in bytes; see `usualBudget`. */
  readonly memoryBytes?: number | undefined
  /** Words that find each other, in the form of `parseSynonyms`. */
  readonly searchSynonyms?: string | undefined
  /** Where readers report problems of pages: an address with `{title}`, `{page}` and `{source}`. */
  readonly reportUrl?: string | undefined
  readonly keep: KeepTimes
  readonly allowsPrivateRepositories?: boolean
}

/** Where a service listens that nobody told anything else. */
export const usualAddress = 'http://127.0.0.1:8787'

/** Whether browsers use HTTPS, to this process or to a proxy. */
export function isSecure({ publicUrl, tls, isBehindProxy }: ServeOptions): boolean {
  if (publicUrl !== undefined) return publicUrl.startsWith('https:')
  return tls !== undefined || isBehindProxy
}

export interface OpenIdOptions {
  readonly client: OpenIdClient
  readonly groups: GroupRules
  /** How long group access is valid without another sign-in; Infinity for ever. */
  readonly groupsMaxAgeMs: number
  /** Whether users may also sign in with passwords. */
  readonly isBesidePasswords: boolean
}
