/** What the import operation asks of a wiki, whichever it is. @module */
import type { PreparedDocument } from './prepared-document.ts'

export interface Space {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly homepageId: string
}

/** Where an import is to land, once space, parent and access have been checked. */
export interface ImportTarget {
  readonly space: Space
  readonly parentId: string
  /** The page that already has this title under this parent. */
  readonly existing: ExistingPage | undefined
}

export interface ExistingPage {
  readonly id: string
  readonly version: number
  /** Digest of what the page holds; see `contentHash`. */
  readonly contentHash: string
  readonly labels: readonly string[]
  /** Path and query below the wiki's public address. */
  readonly path: string
}

export interface FindTargetRequest {
  /** Space id or key, as the caller wrote it. */
  readonly spaceIdOrKey: string
  readonly parentId: string
  readonly title: string
  /** The user on whose behalf the import runs. */
  readonly userId: number
}

export type Outcome = 'created' | 'updated' | 'unchanged'

export interface ImportRequest {
  readonly target: ImportTarget
  readonly title: string
  /** As `placeImages` gave it. */
  readonly document: PreparedDocument
  /** As `toLabels` gave them; undefined leaves those that the page has. */
  readonly labels: readonly string[] | undefined
  readonly overwrite: boolean
  readonly userId: number
  /** `noApiToken` for an import from the web pages' form. */
  readonly apiTokenId: string
  readonly requestId: string
  readonly startedAt: Date
  readonly idempotency: { readonly key: string; readonly requestHash: string } | undefined
}

export interface ImportedPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly parentId: string
  readonly version: number
  /** Path and query below the wiki's public address. */
  readonly path: string
}

export type ImportResult =
  | { readonly outcome: Outcome; readonly page: ImportedPage }
  | { readonly outcome: 'already-exists' }
  | { readonly outcome: 'not-found' }
  /** The idempotency key already stands for an earlier answer; nothing was written. */
  | { readonly outcome: 'repeated' }

/** A wiki: find the place, then save the page in one atomic step. */
export interface Wiki {
  readonly kind: 'embedded' | 'confluence-cloud' | 'confluence-data-center'
  /** Find space, parent and any page of that title; `undefined` when one is missing or closed to the user. */
  findTarget(request: FindTargetRequest): Promise<ImportTarget | undefined>
  /**
   * Put the addresses that images have in this wiki in place of those of the converted document,
   * `attachment:` and a digest; writes nothing.
   */
  placeImages(
    target: ImportTarget,
    title: string,
    document: PreparedDocument,
  ): Promise<PreparedDocument>
  /** Create or update the page, its history and its import record in one durable step. */
  importPage(request: ImportRequest): Promise<ImportResult>
}
