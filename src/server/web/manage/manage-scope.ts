/** Dependencies of the settings, and schemes by who may open them. @module */
import type { Access } from '../../../accounts/access.ts'
import type { AuditedStore } from '../../../accounts/audit.ts'
import type { Groups } from '../../../accounts/groups.ts'
import type { OneTimeLinks } from '../../../accounts/passwords/one-time-links.ts'
import type { SecondFactors } from '../../../accounts/second-factors.ts'
import type { Sessions } from '../../../accounts/sessions/sessions.ts'
import type { ApiTokens } from '../../../accounts/tokens/api-tokens.ts'
import type { HostTokens } from '../../../accounts/tokens/host-tokens.ts'
import type { Users } from '../../../accounts/users.ts'
import type { Places } from '../../../contract/base/places/places.ts'
import type { StoreState } from '../../../store/database.ts'
import type { Following } from '../../following/following.ts'
import { type PageSchemes, pagesFor } from '../components/page-schemes.ts'

export interface ManageDependencies extends AuditedStore {
  readonly users: Users
  readonly access: Access
  readonly groups: Groups
  readonly oneTimeLinks: OneTimeLinks
  readonly sessions: Pick<Sessions, 'list' | 'endSome'>
  readonly secondFactors: Pick<SecondFactors, 'find' | 'remove'>
  readonly apiTokens: Pick<ApiTokens, 'create'>
  readonly hostTokens: Pick<HostTokens, 'create'>
  readonly storeState: () => Promise<StoreState>
  readonly allPlaces: readonly Places[]
  readonly publicUrl: () => string
  readonly endpoint: () => string
  readonly following: Pick<Following, 'repositories' | 'requestRun' | 'tryOut' | 'allowsPrivate'>
}

export const administrators: PageSchemes<ManageDependencies> = pagesFor('administrators')
export const everyUser: PageSchemes<ManageDependencies> = pagesFor('users')
