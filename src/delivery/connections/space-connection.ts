/** What is kept of a space that is connected: everything but what opens its site. @module */
import type { DocumentSettings, EditPolicy } from '../../confluence/body/page-body.ts'
import type { SiteAddress } from '../../confluence/credential.ts'
import type { PageWidth, RemoteSpace, SiteAccount, SiteKind } from '../../confluence/site.ts'
import { siteKinds } from '../../confluence/site-kinds.ts'

export interface SpaceConnection extends SiteAddress {
  /** The space here. */
  readonly spaceId: string
  readonly spaceKey: string
  readonly kind: SiteKind
  readonly remoteSpace: RemoteSpace
  /** Who writes the pages there. */
  readonly account: SiteAccount
  readonly email: string | undefined
  /** Absolute path; undefined where the environment has the token. */
  readonly tokenFile: string | undefined
  readonly policies: DeliveryPolicies
  readonly settings: DocumentSettings
  readonly connectedAt: Date
}

/** What connecting a space keeps. */
export type NewConnection = Omit<SpaceConnection, 'spaceKey' | 'connectedAt'>

export interface DeliveryPolicies {
  readonly edits: EditPolicy
  /** What an import does when it would detach an inline comment. */
  readonly comments: CommentPolicy
  /** What an import does when another page of the space has its title. */
  readonly titleClash: TitleClashPolicy
  /** Undefined leaves it as it is. */
  readonly pageWidth: PageWidth | undefined
}

export const commentPolicies = ['detach', 'refuse'] as const
export type CommentPolicy = (typeof commentPolicies)[number]

export const titleClashPolicies = ['refuse', 'suffix'] as const
export type TitleClashPolicy = (typeof titleClashPolicies)[number]

/** What tells people where a connected space is. */
export interface ConnectedPlace extends Pick<SpaceConnection, 'kind' | 'baseUrl'> {
  readonly remoteSpace: Pick<RemoteSpace, 'key' | 'name'>
}

/** Tell where people read a connected space. */
export function remoteSpaceUrl({ kind, baseUrl, remoteSpace }: ConnectedPlace): string {
  return `${baseUrl}${siteKinds[kind].spacePath}${encodeURIComponent(remoteSpace.key)}`
}

/** Tell what people call the site of a connected space. */
export function remoteProduct({ kind }: Pick<ConnectedPlace, 'kind'>): string {
  return siteKinds[kind].product
}
