/** The options of the service. @module */
import type { GroupRules } from '../../accounts/openid/identity-sign-in.ts'
import type { OpenIdClient } from '../../accounts/openid/openid-provider.ts'
import type { SecondFactorRule } from '../../accounts/sessions/sessions.ts'
import type { DatabaseOptions } from '../../store/open-database.ts'
import type { TlsFiles } from '../http/tls-server.ts'
import type { KeepTimes } from './housekeeping.ts'

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly database: DatabaseOptions
  readonly tls: TlsFiles | undefined
  readonly isBehindProxy: boolean
  /** The address that readers use; undefined when it is the listening address. */
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
  readonly hasMcp: boolean
  /** Who may read without signing in; `local` means from this machine. */
  readonly readers: 'anyone' | 'local' | 'users'
  readonly docsSpace?: string
  /** The token that opens `/metrics`. */
  readonly metricsToken?: string | undefined
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
  /** The memory budget of the service and its workers together; see `usualBudget`. */
  readonly memoryBytes?: number | undefined
  readonly keep: KeepTimes
  readonly allowsPrivateRepositories?: boolean
}

export const usualAddress = 'http://127.0.0.1:8787'

export function isSecure({ publicUrl, tls, isBehindProxy }: ServeOptions): boolean {
  if (publicUrl !== undefined) return publicUrl.startsWith('https:')
  return tls !== undefined || isBehindProxy
}

export interface OpenIdOptions {
  readonly client: OpenIdClient
  readonly groups: GroupRules
  readonly isBesidePasswords: boolean
}
