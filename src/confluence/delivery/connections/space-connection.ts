/** The stored data of a connected space, without its credentials. @module */

import { contractLimits } from '../../../contract/limits.ts'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import type { SiteKind } from '../../../wiki/pages/connected-place.ts'
import type { DocumentSettings } from '../../body/page-body.ts'
import type { SiteAddress } from '../../credential.ts'
import type { RemoteSpace, SiteAccount } from '../../site.ts'

export interface SpaceConnection extends SiteAddress {
  readonly spaceId: string
  readonly spaceKey: string
  readonly kind: SiteKind
  readonly remoteSpace: RemoteSpace
  readonly account: SiteAccount
  readonly email: string | undefined
  /** Absolute path; undefined where the environment has the token. */
  readonly tokenFile: string | undefined
  readonly policies: DeliveryPolicies
  readonly settings: DocumentSettings
  readonly connectedAt: Date
}

export type NewConnection = Omit<SpaceConnection, 'spaceKey' | 'connectedAt'>

export interface DeliveryPolicies {
  readonly edits: EditPolicy
  readonly comments: CommentPolicy
  readonly titleClash: TitleClashPolicy
}

export const commentPolicies = ['detach', 'refuse'] as const
export type CommentPolicy = (typeof commentPolicies)[number]

export const titleClashPolicies = ['refuse', 'suffix'] as const
export type TitleClashPolicy = (typeof titleClashPolicies)[number]

export function suffixedTitles(
  { policies }: SpaceConnection,
  title: string,
  parentTitle: string,
): string[] {
  if (policies.titleClash !== 'suffix') return []
  const longer = `${title} (${parentTitle})`
  return longer.length <= contractLimits.maxTitleLength ? [longer] : []
}
