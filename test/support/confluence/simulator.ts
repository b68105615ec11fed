/**
 * A site of Confluence for tests, on a real socket: Cloud (REST v2, and v1 where v2 lacks it) or Data
 * Center (REST v1). What no record of a real site shows is a switch.
 * @module
 */
import type { SiteKind } from '../../../src/confluence/site.ts'
import type { ForeignAnswer } from './foreign-answers.ts'

export interface ConfluenceSimulator {
  readonly kind: SiteKind
  /** What `space connect --to` takes: `http://127.0.0.1:PORT/wiki`, on Data Center `…/confluence`. */
  readonly baseUrl: string
  /** Who writes by the API. */
  readonly accountId: string
  /** The account's; undefined on Data Center, where the token is a personal access token. */
  readonly email: string | undefined
  readonly token: string
  readonly spaceId: string
  readonly spaceKey: string
  readonly homepageId: string
  /** Of Cloud, where `GET /_edge/tenant_info` tells it; the gateway is at the same address. */
  readonly cloudId: string
  /** Read at each request, so that tests change them while it runs. */
  readonly switches: SimulatorSwitches
  /** Every request in order, with what it was answered. */
  readonly requests: SimulatedRequest[]
  /**
   * Told of every request before it is carried out, and before it is answered; each waits for it, and
   * meets the fault that it gives.
   */
  watch: (
    moment: SimulatedMoment,
  ) => SimulatedFault | undefined | Promise<SimulatedFault | undefined>
  /** All pages, whatever their status. */
  pages(): readonly SimulatedPage[]
  page(id: string): SimulatedPage
  /** Those below a page, in their order. */
  children(id: string): readonly SimulatedPage[]
  /** Add a space with its home page, as an administrator would. */
  addSpace(key: string): SimulatedSpace
  /** Add a page, a folder or another space's page as a person would. */
  addPage(page: {
    title: string
    parentId?: string
    body?: string
    spaceKey?: string
  }): SimulatedPage
  addFolder(title: string, parentId?: string): { readonly id: string }
  /** Rewrite a page as its editor does when somebody saves it without a change; a new version. */
  editorSave(pageId: string): void
  /** Change words in the block of this number, as a person would; a new version. */
  humanEdit(pageId: string, block: number, change: (text: string) => string): void
  /** Comment on the nth place of a text, from 0; returns the marker. A new version where it is one. */
  addInlineComment(pageId: string, text: string, nth?: number): string
  /** Comment on the whole page. */
  addFooterComment(pageId: string): void
  resolveComment(pageId: string, marker: string): void
  /** Markers whose comments are still anchored in the body. */
  anchoredComments(pageId: string): readonly string[]
  move(pageId: string, parentId: string): void
  /** Drag a page before another one, as a person would. */
  moveBefore(pageId: string, targetId: string): void
  archive(pageId: string): void
  trash(pageId: string): void
  /** Attach a file, as a person would, or give one of that name new bytes; what ADF names it by. */
  attach(pageId: string, file: { name: string; mediaType: string; bytes: Uint8Array }): string
  /** Delete a file of a page, as a person would: whoever names it then names nothing. */
  deleteFile(pageId: string, name: string): void
  stop(): Promise<void>
}

export interface SimulatedMoment {
  readonly when: 'before' | 'carried-out'
  readonly method: string
  readonly path: string
}

/**
 * `close` ends the connection in place of an answer; a status is answered in place of carrying out. What
 * stands before the site answers `inPlace` of it, of a request or of what it was answered.
 * What is held loses its connection too, and is carried out later, as where a proxy or a network kept it.
 */
export type SimulatedFault =
  | 'close'
  | { readonly status: number }
  | { readonly inPlace: ForeignAnswer }
  | { readonly heldUntil: Promise<void> }

export interface SimulatedRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** 0 when the connection was closed in place of an answer. */
  readonly status: number
  /** The bodies: JSON mostly. */
  readonly sent: string
  readonly answered: string
}

export interface SimulatedSpace {
  readonly id: string
  readonly key: string
  readonly homepageId: string
}

export interface SimulatedPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly parentId: string | undefined
  readonly status: 'current' | 'archived' | 'trashed' | 'draft'
  /** Oldest first; the last is what the page says. */
  readonly versions: readonly SimulatedVersion[]
  readonly labels: readonly string[]
  readonly properties: Readonly<Record<string, unknown>>
  readonly attachments: readonly {
    readonly name: string
    readonly mediaType: string
    readonly bytes: Uint8Array
  }[]
}

export interface SimulatedVersion {
  readonly number: number
  readonly message: string
  /** As it is stored: ADF as JSON text, or storage format. */
  readonly body: string
  readonly authorId: string
}

/** What can be another way on a real site, and what can go wrong there. */
export interface SimulatorSwitches {
  trashedTitleReserves: boolean
  sameBodyMakesVersion: boolean
  /** Whether a page's new version has to follow the newest; every real site wants that. */
  checksVersions: boolean
  putEcho: 'as-sent' | 'as-stored'
  /** Whether updates are carried out, or only answered; every real site is taken to do so. */
  keepsUpdates: boolean
  /** How long a new title is not found. */
  titleLookupLagMs: number
  /** The next so many writes of properties are a 409. */
  propertyConflicts: number
  /** Whether a page that is archived may be a parent. */
  archivedParent: 'taken' | 'refused'
  /** Pages that the account may read and not change. */
  restrictedPages: readonly string[]
  /** Whether Cloud says of them, when they are changed, that they are missing, or no more than `Not Found`. */
  restrictedWords: 'named' | 'bare'
  /** The next so many writes of pages are a 409 that a second try mends. */
  optimisticLocks: number
  /** Requests of a method a second before 429 with `Retry-After`; no limit for other methods. */
  burstPerSecond: Readonly<Record<string, number>>
  retryAfterSeconds: number
  /** The next so many writes are carried out, and their connection is closed in place of an answer. */
  dropAnswers: number
  /** The next so many requests are closed before they are carried out. */
  dropRequests: number
  /** The next so many requests are answered with this status. */
  failures: { count: number; status: number }
  /** Whether `failures` meet every request or writes only. */
  failing: 'all' | 'writes'
  /** Requests are answered so much later. */
  delayMs: number
  /** The credential is refused: bare 404 on v2, 403 on v1, HTML at the edge, anonymous on Data Center. */
  refuseCredential: 'no' | 'bare-404' | '401-html' | 'missing-scope' | 'anonymous'
  draftCreate: 'works' | 'refused' | 'published'
  /** `as-next`: only by the number behind the draft's own, which the page then has. */
  draftPublish: 'works' | 'as-next' | 'refused'
  /** Whether a page in the trash is given back to programs. */
  restore: 'works' | 'refused'
  /** Whether a draft is published where that is asked for, or below the page where it was made. */
  draftParent: 'as-sent' | 'as-created'
  /** Whether a draft is refused where a page has its title, or only its publication. */
  draftChecksTitle: boolean
  /** Whether the account is told which drafts it has: by a search of Cloud, by Data Center's list. */
  listsDrafts: boolean
  /** Whether a body may name files that the page does not have. */
  unknownMedia: 'kept' | 'refused'
  /** Requests (`PUT /wiki/rest/api/…`) that Atlassian serves no more: 410. */
  removedCalls: RegExp | undefined
  /** Whether the token has scopes, so that it opens the gateway only. */
  hasScopes: boolean
  commentMakesVersion: boolean
  /** Whether Data Center finds pages by a list of ids; older versions answer with others. */
  knowsIds: boolean
  /** Whether the action behind Data Center's dialog moves pages for programs, or has them sign in. */
  moveAction: 'works' | 'closed'
  /** How pages stand that nobody moved: Data Center has them by title until one of them is moved. */
  siblings: 'as-made' | 'by-title'
  /** How far its clock is ahead. */
  clockAheadMs: number
}
