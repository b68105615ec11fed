/** The interface of wikis that imports write to; each space belongs to one wiki. @module */
import type { Actor, Via } from '../../accounts/audit.ts'
import type { Principal } from '../../accounts/reader.ts'
import type {
  AnswerArranged,
  AnswerForeseen,
  AnswerSourcePage,
  AnswerWarning,
  ClosingAnswer,
  EditsAnswer,
  PageTarget,
} from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import type { ClosingFields } from '../../contract/source-request.ts'
import type { Obstacle, Outcome, VersionCondition } from './decide.ts'
import type { LedgerEntry } from './ledger/ledger.ts'
import type { Utf8Document } from './prepared-document.ts'
import type { SourceState } from './sources/source-state.ts'

export interface Space {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly homepageId: string
}

export interface InSpace {
  readonly spaceIdOrKey: string
  readonly writer: Principal
}

/** An import: its fields, and what its caller may do. */
export interface WantedPage {
  readonly fields: AskedFields
  readonly writer: Principal
  readonly isCreateOnly?: boolean | undefined
  /** How the request came; undefined for an import. */
  readonly via?: Via | undefined
  readonly ifMatch?: VersionCondition | undefined
}

interface Waiter {
  /** How long the caller waits, in milliseconds; the wiki's store commits nothing later. */
  readonly withinMs: number
  hasLeft(): boolean
}

export interface PageToSave extends WantedPage {
  readonly document: Utf8Document
}

export interface SavedPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly parentId: string
  readonly version: number
  /** A path with query below the public address, or a whole address in Confluence. */
  readonly path: string
  readonly target?: PageTarget | undefined
}

export interface Foreseen {
  readonly outcome: Outcome
  readonly page: SavedPage | undefined
  readonly foreseen: AnswerForeseen
  readonly warnings: readonly AnswerWarning[]
  /** The document as JSON text with absolute addresses; slow for long documents. */
  adf(): string
}

export interface SavedImport {
  readonly outcome: Outcome
  readonly page: SavedPage
  readonly warnings: readonly AnswerWarning[]
}

export type Saved =
  | SavedImport
  /**
   * The wiki has not answered in time. The import continues, and repeating the request returns its
   * outcome; `problem` describes an answer that made no sense.
   */
  | {
      readonly outcome: 'under-way'
      readonly retryAfterSeconds: number
      readonly problem?: string | undefined
    }
  /** Nothing was written; `version` is the existing page's. */
  | {
      readonly outcome: Obstacle
      readonly version?: number | undefined
      readonly state?: SourceState | undefined
    }
  | { readonly outcome: 'refused'; readonly error: RequestError }
  | { readonly outcome: 'repeated' }

export interface PageToReserve {
  readonly title: string
  /** An existing page or reservation, or the index of another page of the list. */
  readonly parent: { readonly id: string } | { readonly index: number }
}

export interface WantedReservations extends InSpace {
  readonly pages: readonly PageToReserve[]
}

export interface ReservedPage {
  readonly id: string
  readonly exists: boolean
  readonly path: string
}

export interface ParentPage {
  readonly id: string
  readonly title: string
  readonly ancestors: readonly string[]
}

export interface ParentSearch {
  readonly spaceId: string
  /** Part of a title, or an id; empty lists the top of the space. */
  readonly search: string
  readonly chosenId: string | undefined
  readonly userId: number
  readonly limit: number
}

export interface TargetWiki extends Partial<SourceWiki> {
  /**
   * Check that an import may have its place, before its content is known.
   * @returns Undefined when the space, the parent or the page is missing or closed to the writer.
   * @throws {RequestError} When anything else forbids to import the page there.
   */
  checkPlace(page: WantedPage): Promise<'open' | undefined>
  /** @throws {RequestError} When `savePage` would refuse it. */
  foresee(page: PageToSave): Promise<Foreseen | undefined>
  /**
   * Create or update a page with images and labels, and write its entry in the ledger: in one
   * durable step, or through a recorded delivery to Confluence.
   * @throws {UnknownOutcomeError} When the page may or may not have been saved.
   */
  savePage(page: PageToSave, entry: LedgerEntry, waiter: Waiter): Promise<Saved>
  /** Time limit in milliseconds, counted from the request's arrival. */
  readonly maxAnswerMs?: number
  /**
   * Reserve ids for future pages; existing pages keep theirs.
   * @returns The pages in the requested order; undefined when the space or a parent is missing
   * or closed to the writer.
   */
  reservePages?(request: WantedReservations): Promise<readonly ReservedPage[] | undefined>
  /**
   * Find pages by id, without those in the trash or in other spaces.
   * @returns The pages in any order; undefined when the space is missing or closed to the writer.
   */
  findPages(
    request: InSpace & { readonly ids: readonly string[] },
  ): Promise<readonly SavedPage[] | undefined>
  /** Put pages in order. @returns Undefined when the space is missing or closed to the writer. */
  arrangePages?(
    request: InSpace & { readonly parentIds: readonly string[] },
  ): Promise<AnswerArranged | undefined>
  listParents(search: ParentSearch): Promise<readonly ParentPage[]>
}

export function wholeAddress(publicUrl: string, path: string): string {
  return path.startsWith('/') ? `${publicUrl}${path}` : path
}

/** @param page A homepage has the parent 0 in the store; answers give its own id instead. */
export function toSavedPage(
  space: Pick<Space, 'id' | 'key'>,
  {
    id,
    title,
    parentId,
    version,
  }: Readonly<Record<'id' | 'parentId' | 'version', number>> & {
    readonly title: string
  },
): SavedPage {
  return {
    id: String(id),
    title,
    spaceId: space.id,
    parentId: String(parentId || id),
    version,
    path: pagePath(space.key, String(id)),
  }
}

export function pagePath(spaceKey: string, pageId: string): string {
  return `/wiki/spaces/${spaceKey}/pages/${pageId}`
}

export interface SourcePart {
  readonly name: string
  /** The last page id of the previous part; 0 for the first part. */
  readonly after: number
  readonly limit: number
}

type WantedSource = InSpace & SourcePart

export interface WantedClosing extends InSpace, Omit<ClosingFields, 'spaceId'> {
  readonly actor: Actor
}

export type ClosedSource = Pick<ClosingAnswer, 'trashed' | 'kept' | 'newWarnings' | 'oldWarnings'>

export type SourceEdits = Pick<EditsAnswer, 'version' | 'by' | 'at' | 'markdown' | 'edits'>

/** Methods return undefined when the space is in another wiki, missing, or closed to the writer. */
export interface SourceWiki {
  listSource(request: WantedSource): Promise<readonly AnswerSourcePage[] | undefined>
  /** @throws {RequestError} `bad-request` when the wiki cannot archive pages. */
  closeSource(request: WantedClosing): Promise<ClosedSource | undefined>
  /** @throws {RequestError} `not-found` when the source has no page at that path. */
  findSourceEdits(
    request: InSpace & { readonly name: string; readonly path: string },
  ): Promise<SourceEdits | undefined>
}

export interface SourceKeeper {
  /** The only sources that the token may use; undefined for any. */
  readonly sources?: readonly string[] | undefined
}

/** @throws {RequestError} `forbidden` when the token may not use this source. */
export function checkTokenSource({ sources }: SourceKeeper, name: string | undefined): void {
  if (sources === undefined || (name !== undefined && sources.includes(name))) return
  throw new RequestError(
    'forbidden',
    name === undefined
      ? 'This API token is kept to sources, so each import must name one of them. Send source, or use another token.'
      : 'This API token is kept to other sources than this one. Use a token that is for it.',
  )
}
