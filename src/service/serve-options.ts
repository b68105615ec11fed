/** What a service is started with. @module */
import type { GroupRules } from '../auth/openid/identity-claims.ts'
import type { OpenIdClient } from '../auth/openid/openid-provider.ts'
import type { SecondFactorRule } from '../auth/second-factor/second-factor-stage.ts'
import type { DatabaseOptions } from '../database/open-database.ts'
import type { TlsFiles } from '../http/tls-server.ts'
import type { KeepTimes } from './housekeeping.ts'

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly database: DatabaseOptions
  readonly tls: TlsFiles | undefined
  readonly isBehindProxy: boolean
  /** The address that callers and readers use, when it is not the listening one. */
  readonly publicUrl: string | undefined
  /** Further host names that requests may be addressed to. */
  readonly allowedHosts: readonly string[]
  /** Other origins whose pages may use what a host token opens. */
  readonly corsOrigins: readonly string[]
  /** Whether agents are served, at `/mcp`. */
  readonly hasMcp: boolean
  /** Who may read pages on the web without signing in; `local` is who is at this machine. */
  readonly readers: 'anyone' | 'local' | 'users'
  /** The key of a space that holds the documentation of Markport, as the demo's does. */
  readonly docsSpace?: string
  /** Where `/metrics` is if not with everything else, and the token that opens it. */
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
  /** The provider by which people sign in, if there is one. */
  readonly openId?: OpenIdOptions | undefined
  /** Who must have a second factor; nobody without it. */
  readonly secondFactorRule?: SecondFactorRule
  /** What the service and its workers may hold together, in bytes; see `usualBudget`. */
  readonly memoryBytes?: number | undefined
  /** Words that find each other, as `parseSynonyms` reads them. */
  readonly searchSynonyms?: string | undefined
  /** Where problems of pages are reported: an address with `{title}`, `{page}` and `{source}`. */
  readonly reportUrl?: string | undefined
  /** How long records are kept. */
  readonly keep: KeepTimes
}

/** Tell whether browsers come over HTTPS: to this process, or to the proxy in front of it. */
export function isSecure({ publicUrl, tls, isBehindProxy }: ServeOptions): boolean {
  if (publicUrl !== undefined) return publicUrl.startsWith('https:')
  return tls !== undefined || isBehindProxy
}

export interface OpenIdOptions {
  readonly client: OpenIdClient
  readonly groups: GroupRules
  /** How long what groups give counts without another sign-in; Infinity for ever. */
  readonly groupsMaxAgeMs: number
  /** Whether passwords let people in as well. */
  readonly isBesidePasswords: boolean
}
