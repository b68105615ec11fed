/**
 * The interface to a Confluence site, common to Cloud (REST v2) and Data Center (REST v1) except
 * for the form of bodies.
 * @module
 */
import type { SiteKind } from '../wiki/pages/recorded-pages.ts'

export interface RemoteSpace {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly homepageId: string | undefined
}

/** A page, or a folder on Cloud, that may have children. */
export type RemoteParent = Pick<RemotePageHead, 'id' | 'title' | 'spaceId' | 'status'>

export type RemoteStatus = 'current' | 'archived' | 'trashed'

export interface RemotePageHead {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  /** The id of the parent; undefined at the top of the space and in the trash. */
  readonly parentId: string | undefined
  readonly status: RemoteStatus
  readonly version: RemoteVersion
  readonly authorId: string
  readonly url: string
}

export interface RemoteVersion {
  readonly number: number
  readonly message: string
  readonly authorId: string
  /** The name if we read this page alone; in lists, or without a name, the id. */
  readonly authorName: string
  /** ISO 8601, by the site's clock. */
  readonly createdAt: string
}

export interface RemotePage extends RemotePageHead {
  /** ADF as JSON on Cloud, storage format on Data Center; undefined if the answer has no body. */
  readonly body: string | undefined
  readonly labels: readonly string[]
  /** The requested property. */
  readonly property: RemoteProperty | undefined
  readonly isReadOnly?: boolean
}

export type OldRemoteVersion = Pick<RemotePage, 'title' | 'version' | 'body'>

export interface RemoteProperty {
  /** Id for writes; the key on Data Center. */
  readonly id: string
  readonly version: number
  readonly value: unknown
}

export interface NewRemotePage {
  readonly spaceId: string
  readonly spaceKey: string
  readonly parentId: string
  readonly title: string
  readonly body: string
}

export interface RemoteUpdate {
  readonly id: string
  readonly spaceKey: string
  /** The id of the parent; undefined for a homepage. */
  readonly parentId: string | undefined
  readonly title: string
  readonly body: string
  /** The new version: the current one plus one. */
  readonly version: number
  readonly message: string
}

export interface RemoteFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export interface RemoteAttachment {
  readonly id: string
  readonly name: string
  /** Id in ADF; undefined on Data Center, where files have names only. */
  readonly fileId: string | undefined
}

export interface RemoteComment {
  /** `attrs.id` of the mark in ADF, `ac:ref` in storage format. */
  readonly marker: string
  readonly quoted: string
}

export interface SiteAccount {
  /** Empty if the site does not name the account. */
  readonly id: string
  readonly name: string
}

/**
 * A site with a credential. Reads are retried; a write is sent once, and the caller must find out
 * the result if the answer was lost. All methods throw only `ConfluenceError`.
 */
export interface ConfluenceSite {
  readonly kind: SiteKind
  findAccount(): Promise<SiteAccount>
  findSpace(key: string): Promise<RemoteSpace | undefined>
  findParent(id: string): Promise<RemoteParent | undefined>
  findPagesByTitle(space: RemoteSpace, title: string): Promise<readonly RemotePageHead[]>
  findVersions(pageIds: readonly string[]): Promise<ReadonlyMap<string, RemotePageHead>>
  /** `withRights` also tells whether the page is read-only. */
  readPage(id: string, propertyKey: string, withRights?: boolean): Promise<RemotePage | undefined>
  /** An old version of a page; undefined if the site does not keep it. */
  readVersion(id: string, number: number): Promise<OldRemoteVersion | undefined>
  createPage(page: NewRemotePage): Promise<RemotePage>
  updatePage(page: RemoteUpdate): Promise<RemotePage>
  listChildren(pageId: string): Promise<readonly RemotePageHead[]>
  listChildIds(pageId: string): Promise<readonly string[]>
  movePage(pageId: string, where: 'before' | 'after' | 'append', targetId: string): Promise<void>
  /** Returns false if the site or the account cannot archive pages. */
  archivePage(pageId: string): Promise<boolean>
  trashPage(pageId: string): Promise<void>
  /** Find pages by words of their titles. */
  searchPages(
    space: RemoteSpace,
    words: string,
    limit: number,
  ): Promise<readonly Pick<RemotePageHead, 'id' | 'title'>[]>
  listAttachments(pageId: string): Promise<readonly RemoteAttachment[]>
  /** Attach files under names that the page does not have yet. If one fails, none is attached. */
  attachFiles(pageId: string, files: readonly RemoteFile[]): Promise<readonly RemoteAttachment[]>
  putProperty(
    pageId: string,
    property: { key: string; value: unknown; current: RemoteProperty | undefined },
  ): Promise<void>
  addLabels(pageId: string, labels: readonly string[]): Promise<void>
  removeLabel(pageId: string, label: string): Promise<void>
  /** Returns undefined if the site cannot list the open comments. */
  listOpenComments(pageId: string): Promise<readonly RemoteComment[] | undefined>
  /** Returns true if anybody has commented on the page, or if the site cannot say. */
  hasComments(pageId: string): Promise<boolean>
}
