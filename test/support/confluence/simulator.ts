/** A simulated Confluence site on a real socket: Cloud (REST v2 and v1) or Data Center (REST v1). @module */
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'
import type { ForeignAnswer } from './foreign-answers.ts'

export interface ConfluenceSimulator extends SimulatorHands {
  readonly kind: SiteKind
  /** What `space connect --to` takes: `http://127.0.0.1:PORT/wiki`, on Data Center `…/confluence`. */
  readonly baseUrl: string
  readonly accountId: string
  readonly email: string | undefined
  readonly token: string
  readonly spaceId: string
  readonly spaceKey: string
  readonly homepageId: string
  readonly cloudId: string
  readonly switches: SimulatorSwitches
  readonly requests: SimulatedRequest[]
  /** Called before a request is carried out and before it is answered; may return a fault. */
  watch: (
    moment: SimulatedMoment,
  ) => SimulatedFault | undefined | Promise<SimulatedFault | undefined>
  stop(): Promise<void>
}

/** What people do there, and what they see. */
export interface SimulatorHands {
  pages(): readonly SimulatedPage[]
  page(id: string): SimulatedPage
  children(id: string): readonly SimulatedPage[]
  addSpace(key: string): SimulatedSpace
  addPage(page: {
    title: string
    parentId?: string
    body?: string
    spaceKey?: string
  }): SimulatedPage
  addFolder(title: string, parentId?: string): { readonly id: string }
  editorSave(pageId: string): void
  humanEdit(pageId: string, block: number, change: (text: string) => string): void
  addInlineComment(pageId: string, text: string, nth?: number): string
  addFooterComment(pageId: string): void
  anchoredComments(pageId: string): readonly string[]
  move(pageId: string, parentId: string): void
  moveBefore(pageId: string, targetId: string): void
  archive(pageId: string): void
  trash(pageId: string): void
  attach(pageId: string, file: { name: string; mediaType: string; bytes: Uint8Array }): string
  deleteFile(pageId: string, name: string): void
}

export interface SimulatedMoment {
  readonly when: 'before' | 'carried-out'
  readonly method: string
  readonly path: string
}

/** `close` drops the connection, a status replaces the answer, and a held request is carried out later without one. */
export type SimulatedFault =
  | 'close'
  | { readonly status: number }
  | { readonly inPlace: ForeignAnswer }
  | { readonly heldUntil: Promise<void> }

export interface SimulatedRequest {
  readonly method: string
  readonly path: string
  /** 0 if the connection was closed. */
  readonly status: number
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
  readonly status: 'current' | 'archived' | 'trashed'
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
  readonly body: string
  readonly authorId: string
}

export interface SimulatorSwitches {
  trashedTitleReserves: boolean
  sameBodyMakesVersion: boolean
  putEcho: 'as-sent' | 'as-stored'
  keepsUpdates: boolean
  /** How long a new title is not found. */
  titleLookupLagMs: number
  /** So many writes of properties get a 409. */
  propertyConflicts: number
  archivedParent: 'taken' | 'refused'
  restrictedPages: readonly string[]
  /** How Cloud refuses to change them; `bare` is no more than `Not Found`. */
  restrictedWords: 'named' | 'bare'
  /** So many writes of pages get a 409 that a second try mends. */
  optimisticLocks: number
  /** Requests a second before a 429. */
  burstPerSecond: Readonly<Record<string, number>>
  retryAfterSeconds: number
  /** So many writes are carried out and get no answer. */
  dropAnswers: number
  /** So many requests are dropped before they are carried out. */
  dropRequests: number
  failures: { count: number; status: number }
  failing: 'all' | 'writes'
  delayMs: number
  /** Bare 404 on v2, 403 on v1, HTML at the edge, anonymous on Data Center. */
  refuseCredential: 'no' | 'bare-404' | '401-html' | 'missing-scope' | 'anonymous'
  restore: 'works' | 'refused'
  unknownMedia: 'kept' | 'refused'
  /** Calls such as `PUT /wiki/rest/api/…` that answer 410. */
  removedCalls: RegExp | undefined
  /** Scoped tokens open the gateway only. */
  hasScopes: boolean
  commentMakesVersion: boolean
  /** Older Data Centers ignore a list of ids. */
  knowsIds: boolean
  /** `closed` redirects the move dialog's action to signing in. */
  moveAction: 'works' | 'closed'
  /** Forms without the header that turns the check of their origin off are refused. */
  wantsNoCheck: boolean
  /** Inline comments of Data Center must say where their words stand. */
  commentsWantPlace: boolean
  /** Whether REST v2 of Cloud lacks what v1 does. */
  v2HasGaps: boolean
  /** Whether answers of Cloud say how much of a limit is left. */
  tellsLimits: boolean
  /** Of Data Center. */
  release: string
  siblings: 'as-made' | 'by-title'
  clockAheadMs: number
}
