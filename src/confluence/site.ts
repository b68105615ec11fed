/**
 * A site of Confluence, as what delivers pages sees it: Cloud (REST v2) and Data Center (REST v1)
 * answer alike here, apart from the form of a body.
 * @module
 */

export type SiteKind = 'cloud' | 'data-center'

export interface RemoteSpace {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly homepageId: string | undefined
}

/** A page or, on Cloud, a folder that pages may stand below. */
export interface RemoteParent {
  readonly id: string
  readonly kind: 'page' | 'folder'
  readonly title: string
  readonly spaceId: string
  readonly status: RemoteStatus
}

export type RemoteStatus = 'current' | 'archived' | 'trashed' | 'draft'

/** What every answer about a page tells. */
export interface RemotePageHead {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  /** Undefined at the top of the space, and in the trash. */
  readonly parentId: string | undefined
  readonly status: RemoteStatus
  readonly version: RemoteVersion
  /** ISO 8601, by the site's clock. */
  readonly createdAt: string
  readonly authorId: string
  /** Where people read it: a whole address. */
  readonly url: string
}

export interface RemoteVersion {
  readonly number: number
  /** Empty where there is none. */
  readonly message: string
  readonly authorId: string
  /** For people, where a page is read by itself; the id in lists, and where the site tells no name. */
  readonly authorName: string
  /** ISO 8601, by the site's clock. */
  readonly createdAt: string
}

export interface RemotePage extends RemotePageHead {
  /** ADF as JSON text on Cloud, storage format on Data Center; undefined where the answer has none. */
  readonly body: string | undefined
  readonly labels: readonly string[]
  /** The property that was asked for; undefined where the page has none. */
  readonly property: RemoteProperty | undefined
  /** Whether the site tells, as it was asked, that the account may not change it. */
  readonly isReadOnly?: boolean
}

export type OldRemoteVersion = Pick<RemotePage, 'title' | 'version' | 'body'>

export interface RemoteProperty {
  /** Names it in later writes; the key itself on Data Center. */
  readonly id: string
  readonly version: number
  readonly value: unknown
}

export interface NewRemotePage {
  readonly spaceId: string
  /** For Data Center, which names spaces by their key. */
  readonly spaceKey: string
  /** Undefined only for a draft, which gets its parent when it is published. */
  readonly parentId: string | undefined
  readonly title: string
  readonly body: string
  /** A draft is seen by nobody else until `update` publishes it with version 1. */
  readonly status: 'current' | 'draft'
  /** What a draft is called until then; by default as the page. */
  readonly draftTitle?: string
}

export interface RemoteUpdate {
  readonly id: string
  readonly spaceKey: string
  /** Undefined for a homepage, which stands below none. */
  readonly parentId: string | undefined
  readonly title: string
  readonly body: string
  /** The number that the version is to have: one more than the page has, or 1 to publish a draft. */
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
  /** What ADF names it by; undefined on Data Center, where storage format names files by name. */
  readonly fileId: string | undefined
}

/** An inline comment that is open, or open again. */
export interface RemoteComment {
  /** `attrs.id` of the mark in ADF, `ac:ref` of the marker in storage format. */
  readonly marker: string
  /** The text that it is about. */
  readonly quoted: string
}

/** Who writes there. */
export interface SiteAccount {
  /** Empty where the site does not tell. */
  readonly id: string
  readonly name: string
}

/**
 * A site with a credential. Reads are tried again while it cannot answer; a write is sent once, and
 * whoever sent it finds out what came of it. Every method throws a `ConfluenceError` and nothing else.
 */
export interface ConfluenceSite extends PageMethods, PropertyMethods {
  readonly kind: SiteKind
  /** How far the site's clock was ahead of ours at the last answer, in milliseconds. */
  clockAheadMs(): number
  /** Who the credential stands for: whoever writes the pages. */
  findAccount(): Promise<SiteAccount>
  findSpace(key: string): Promise<RemoteSpace | undefined>
  findParent(id: string): Promise<RemoteParent | undefined>
  listAttachments(pageId: string): Promise<readonly RemoteAttachment[]>
  /**
   * Attach files in one request, whose names the page has not got yet. Each answer stands where its
   * file stood.
   */
  attachFiles(
    pageId: string,
    files: readonly RemoteFile[],
    pageStatus?: 'current' | 'draft',
  ): Promise<readonly RemoteAttachment[]>
  /** List inline comments that are open or reopened. */
  listOpenComments(pageId: string): Promise<readonly RemoteComment[]>
  /** Whether anybody commented on a page, whatever became of that; on its words, where only those are told. */
  hasComments(pageId: string): Promise<boolean>
}

/** What is about pages themselves. */
export interface PageMethods {
  /** Find the pages of a space that have a title in any case: current and archived ones. */
  findPagesByTitle(space: RemoteSpace, title: string): Promise<readonly RemotePageHead[]>
  /** Find the versions of up to 250 pages in one request; what is missing or trashed is left out. */
  findVersions(pageIds: readonly string[]): Promise<ReadonlyMap<string, RemotePageHead>>
  /** Read a page with its body, its labels and one property; `withRights`, also whether it is read-only. */
  readPage(id: string, propertyKey: string, withRights?: boolean): Promise<RemotePage | undefined>
  /** Read what an older version of a page said; undefined where the site does not tell. */
  readVersion(id: string, number: number): Promise<OldRemoteVersion | undefined>
  createPage(page: NewRemotePage): Promise<RemotePage>
  updatePage(page: RemoteUpdate): Promise<RemotePage>
  /** Whether the account may change a page; true also where the site does not tell. */
  mayEditPage(id: string): Promise<boolean>
  /** Pages directly below one, in their order. */
  listChildren(pageId: string): Promise<readonly RemotePageHead[]>
  /** The ids of the same. */
  listChildIds(pageId: string): Promise<readonly string[]>
  movePage(pageId: string, where: 'before' | 'after' | 'append', targetId: string): Promise<void>
  /** Put a page into the archive; false where the site does not do that, or not for this account. */
  archivePage(pageId: string): Promise<boolean>
  /** Put a page into the trash; no draft. */
  trashPage(pageId: string): Promise<void>
  /** Remove a draft for good; never a page that was made of it. */
  removeDraft(draftId: string): Promise<void>
  /**
   * Read a draft, with the address that its page will have.
   * @param page What it is to become.
   * @returns Undefined where it is gone, or a page by now.
   */
  readDraft(
    id: string,
    page: Pick<NewRemotePage, 'spaceKey' | 'title'>,
  ): Promise<RemotePage | undefined>
  /** List the account's drafts of a space whose titles have a word of letters and digits, by their ids. */
  listDrafts(space: RemoteSpace, word: string): Promise<readonly string[]>
  /** Find pages that may become parents: by a part of their title, or at the top of the space. */
  searchPages(
    space: RemoteSpace,
    titlePart: string,
    limit: number,
  ): Promise<readonly RemotePageHead[]>
}

/** What hangs on pages, and makes no version of them. */
export interface PropertyMethods {
  /** Write a property: over the one that was read, or a new one. */
  putProperty(
    pageId: string,
    property: { key: string; value: unknown; known: RemoteProperty | undefined },
  ): Promise<void>
  addLabels(pageId: string, labels: readonly string[]): Promise<void>
  removeLabel(pageId: string, label: string): Promise<void>
  /** Set how wide readers see the page. */
  setPageWidth(pageId: string, width: PageWidth): Promise<void>
}

export type PageWidth = 'default' | 'full-width'

/** Waits until a request may be sent; shared by all processes that use a site. */
export interface Pace {
  take(method: string): Promise<void>
  /** Told when the site asks for less. */
  slowDown(retryAfterMs: number): Promise<void>
}
