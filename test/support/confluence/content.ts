/** What a simulated site keeps. @module */
import type { SimulatedVersion } from './simulator.ts'

export interface StoredSpace {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly homepageId: string
  readonly createdAt: string
}

export interface StoredVersion extends SimulatedVersion {
  readonly createdAt: string
  readonly isMinor: boolean
  readonly isByHand: boolean
}

export interface StoredProperty {
  readonly id: string
  readonly key: string
  value: unknown
  version: number
  authorId: string
  createdAt: string
}

export interface StoredAttachment {
  readonly id: string
  readonly name: string
  mediaType: string
  comment: string
  bytes: Uint8Array
  readonly fileIds: string[]
  version: number
  createdAt: string
}

export interface StoredComment {
  readonly id: string
  readonly marker: string
  readonly quoted: string
  readonly authorId: string
  readonly createdAt: string
  resolution: 'open' | 'reopened' | 'resolved'
}

export interface StoredContent {
  readonly id: string
  readonly kind: 'page' | 'folder'
  title: string
  spaceId: string
  parentId: string | undefined
  status: 'current' | 'archived' | 'trashed'
  position: number
  readonly authorId: string
  readonly createdAt: string
  titledAt: number
  versions: StoredVersion[]
  readonly labelIds: Map<string, string>
  readonly properties: StoredProperty[]
  readonly attachments: StoredAttachment[]
  readonly comments: StoredComment[]
  readonly footerComments: string[]
}
