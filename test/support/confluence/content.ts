/** What a simulated site keeps. @module */
import type { SimulatedVersion } from './simulator.ts'

export interface StoredSpace {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly homepageId: string
}

export interface StoredVersion extends SimulatedVersion {
  readonly createdAt: string
}

export interface StoredProperty {
  readonly id: string
  readonly key: string
  value: unknown
  version: number
}

export interface StoredAttachment {
  readonly id: string
  readonly name: string
  mediaType: string
  bytes: Uint8Array
  readonly fileIds: string[]
}

export interface StoredComment {
  readonly id: string
  readonly marker: string
  readonly quoted: string
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
  titledAt: number
  versions: StoredVersion[]
  readonly labels: Set<string>
  readonly properties: StoredProperty[]
  readonly attachments: StoredAttachment[]
  readonly comments: StoredComment[]
  readonly footerComments: string[]
}
