/** What pages of the web work with; each takes what it needs. @module */
import type { Access } from '../../accounts/access.ts'
import type { AuditedStore } from '../../accounts/audit.ts'
import type { Groups } from '../../accounts/groups.ts'
import type { OpenIdProvider } from '../../accounts/openid/openid-provider.ts'
import type { OneTimeLinks } from '../../accounts/passwords/one-time-links.ts'
import type { CheckPassword } from '../../accounts/passwords/password-check.ts'
import type { CheckCode, SecondFactors } from '../../accounts/second-factors.ts'
import type { Sessions } from '../../accounts/sessions/sessions.ts'
import type { SignIn } from '../../accounts/sessions/sign-in.ts'
import type { ApiTokens } from '../../accounts/tokens/api-tokens.ts'
import type { HostTokens } from '../../accounts/tokens/host-tokens.ts'
import type { Users } from '../../accounts/users.ts'
import type { Log } from '../../contract/base/log.ts'
import type { Workers } from '../../contract/base/message.ts'
import type { Places } from '../../contract/base/places/places.ts'
import type { StoreState } from '../../store/database.ts'
import type { EmbeddedWork } from '../../wiki/embedded-work.ts'
import type { Drafts } from '../../wiki/import/drafts.ts'
import type { ImportByRequestDependencies } from '../../wiki/import/run-import.ts'
import type { OpenedImports, RunTokens } from '../folder-runs/run-access.ts'
import type { Following } from '../following/following.ts'
import type { CountRequest } from '../http/admit.ts'
import type { BodyBudget, BodyLimits } from '../http/limit-body.ts'
import type { DocumentViews, DocumentViewWork } from '../reader/document-views.ts'
import type { Search } from '../reader/search.ts'
import type { ProtectForms } from './session/csrf.ts'
import type { Readers } from './session/reading-rule.ts'
import type { SessionCookie } from './session/session-cookie.ts'
import type { FlowCookie } from './sign-in/provider-routes.ts'
import type { SignInWays } from './sign-in/sign-in-page.ts'
import type { FormWork } from './writer/form-work.ts'
import type { TypedFields } from './writer/import-form-fields.ts'

/** The parts that the service makes; the web pages add their own. */
export interface GivenParts extends AuditedStore, ImportByRequestDependencies {
  readonly users: Users
  readonly access: Access
  readonly groups: Groups
  readonly oneTimeLinks: OneTimeLinks
  readonly apiTokens: Pick<ApiTokens, 'create'>
  readonly hostTokens: HostTokens
  readonly sessions: Sessions
  readonly secondFactors: SecondFactors
  readonly signIn: SignIn
  readonly checkPassword: CheckPassword
  readonly checkCode: CheckCode
  readonly ways: SignInWays
  readonly provider: OpenIdProvider | undefined
  readonly readers: Readers
  readonly docsSpace: string | undefined
  readonly reportUrl: string | undefined
  readonly isSecure: boolean
  readonly isBehindProxy: boolean
  readonly publicUrl: () => string
  readonly endpoint: () => string
  readonly storeState: () => Promise<StoreState>
  readonly allPlaces: readonly Places[]
  readonly gate: Places
  readonly folderGate: Places
  readonly countRequest: CountRequest
  readonly limits: BodyLimits & { readonly maxMarkdownBytes: number }
  /** Limits the bytes of all forms in memory. */
  readonly formBytes: BodyBudget
  readonly workers: FormWork &
    ImportByRequestDependencies['workers'] &
    Pick<EmbeddedWork, 'show'> &
    DocumentViewWork
  readonly plainWorkers: Pick<Workers, 'show'>
  readonly search: Search
  readonly views: DocumentViews
  readonly following: Pick<Following, 'repositories' | 'requestRun' | 'tryOut' | 'allowsPrivate'>
  readonly tokens: Pick<RunTokens, 'begin'>
  readonly openImports: () => Promise<OpenedImports>
  readonly drafts: Drafts<TypedFields>
  readonly onFailure: (error: unknown, requestId: string) => void
  readonly log: Log
}

export interface WebParts extends GivenParts {
  readonly cookie: SessionCookie
  readonly flows: FlowCookie
  readonly protectForms: ProtectForms
}
