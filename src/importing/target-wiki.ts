/**
 * The seam between the import and the wikis: all that an import knows of where pages live. A space is
 * in one wiki; a wiki finds places only in spaces of its own, and so the space chooses the wiki.
 * @module
 */
import type { Principal } from '../auth/access-conditions.ts'
import type { RequestError } from '../base/errors.ts'
import type {
  AnswerAuthor,
  AnswerForeseen,
  AnswerWarning,
  AskedFields,
  PageTarget,
} from './contract.ts'
import type { AnswerArranged } from './contract-answers.ts'
import type { LedgerEntry } from './ledger/entry.ts'
import type { Utf8Document } from './prepared-document.ts'
import type { VersionCondition } from './version-condition.ts'

export interface Space {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly homepageId: string
}

/** Where an import is to land, where space, parent and access have been looked at. */
export interface Place {
  readonly space: Space
  readonly parentId: string
  /** The page that already has this title under this parent, or the one that `pageId` names. */
  readonly existing: ExistingPage | undefined
  /** Why the page that `pageId` names cannot stand here. */
  readonly obstacle?: Obstacle | undefined
}

/**
 * - `title-taken`: another page has the title under this parent
 * - `below-itself`: the parent is the page itself, or stands below it; a homepage, which stands below
 *   none, is named by this
 * - `written-by-others`: it is a homepage, and others than imports wrote it
 */
export type Obstacle = 'title-taken' | 'below-itself' | 'written-by-others'

export interface ExistingPage {
  readonly id: string
  readonly title: string
  readonly parentId: string
  readonly version: number
  /** What the ledger knows of it; undefined when it was never imported. */
  readonly lastImport: LastImport | undefined
  readonly labels: readonly string[]
  /** See `SavedPage`. */
  readonly path: string
  /** See `SavedPage`. */
  readonly target?: PageTarget | undefined
  /** Set where somebody edited the page since the last import, or made it without one: who wrote it last. */
  readonly edited?: AnswerAuthor | undefined
}

/** The last import that made a version of a page. */
export interface LastImport {
  /** See `sourceDigest`. */
  readonly digest: string
  /** The version that it made. */
  readonly version: number
}

export interface WantedPlace {
  /** Space id or key, as the caller wrote it. */
  readonly spaceIdOrKey: string
  readonly parentId: string
  readonly title: string
  /** The page itself, or its reservation; undefined where its title names it. */
  readonly pageId: string | undefined
  /** On whose behalf the import runs: the space must be open to them. */
  readonly writer: Principal
  /** Whether pages that are there are closed to them. */
  readonly isCreateOnly?: boolean | undefined
  /** The version that the page must have. */
  readonly ifMatch?: VersionCondition | undefined
  /** Names the run of imports that it belongs to, where it is one of many. */
  readonly run?: string | undefined
}

/** Whoever asked. */
export interface Waiter {
  /** How long they wait: a wiki in the store saves nothing later. */
  readonly withinMs: number
  /** Whether they have gone: the same request may come again for its outcome. */
  hasLeft(): boolean
}

export type Outcome = 'created' | 'updated' | 'unchanged'

export interface PageToSave {
  readonly fields: AskedFields
  readonly document: Utf8Document
}

export interface SavedPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly parentId: string
  readonly version: number
  /** Path and query below the wiki's public address; a whole address where the page is elsewhere. */
  readonly path: string
  /** Where it is, of a page elsewhere. */
  readonly target?: PageTarget | undefined
}

export interface Foreseen {
  readonly outcome: Outcome
  /** The page that is there, as it is. */
  readonly page: SavedPage | undefined
  readonly foreseen: AnswerForeseen
  /** All that is to be told, where that is more than the conversion had to tell. */
  readonly warnings?: readonly AnswerWarning[]
  /** The document as JSON text, with addresses that hold anywhere: costly for a long one. */
  adf(): string
}

export type Saved =
  | {
      readonly outcome: Outcome
      readonly page: SavedPage
      /** All that is to be told, where that is more than the conversion had to tell. */
      readonly warnings?: readonly AnswerWarning[]
    }
  /**
   * The wiki has not answered yet: the import goes on, and the same request gets its outcome. Where it
   * is the caller's own, so is the entry that the ledger gets then. What it did answer, if that was of
   * no use, is the problem.
   */
  | {
      readonly outcome: 'under-way'
      readonly isOwn: boolean
      readonly retryAfterSeconds: number
      readonly problem?: string | undefined
    }
  /** The title is taken, and the page is not to be overwritten. */
  | { readonly outcome: 'already-exists' | Obstacle }
  /** It has another version than it must have: the one that it has. */
  | { readonly outcome: 'precondition-failed'; readonly has: number | undefined }
  /** Something else refuses the page; its entry is in the ledger. */
  | { readonly outcome: 'refused'; readonly error: RequestError }
  /** Somebody else changed the page each time it was tried; nothing was written. */
  | { readonly outcome: 'conflict' }
  /** There is no such place in this wiki, and no entry in the ledger: another wiki may have it. */
  | { readonly outcome: 'not-found' }
  /** The idempotency key already stands for an earlier answer; nothing was written. */
  | { readonly outcome: 'repeated' }

/** A page that is to be made later. */
export interface PageToReserve {
  readonly title: string
  /** A page or an earlier reservation, or another page of the same list. */
  readonly parent: { readonly id: string } | { readonly index: number }
}

export interface WantedReservations {
  /** Space id or key, as the caller wrote it. */
  readonly spaceIdOrKey: string
  /** None stands below itself. */
  readonly pages: readonly PageToReserve[]
  /** On whose behalf they are reserved: the space must be open to them. */
  readonly writer: Principal
  /** Names the run of imports that they are reserved for. */
  readonly run?: string | undefined
}

export interface ReservedPage {
  readonly id: string
  /** Whether the page is there already. */
  readonly exists: boolean
  /** See `SavedPage`. */
  readonly path: string
}

export interface WantedPages {
  /** Space id or key, as the caller wrote it. */
  readonly spaceIdOrKey: string
  readonly ids: readonly string[]
  /** On whose behalf: the space must be open to them. */
  readonly writer: Principal
}

export interface WantedArrangement {
  /** Space id or key, as the caller wrote it. */
  readonly spaceIdOrKey: string
  /** Ids of the pages above. */
  readonly parentIds: readonly string[]
  /** On whose behalf: the space must be open to them. */
  readonly writer: Principal
}

/** A page that may become a parent. */
export interface ParentPage {
  readonly id: string
  readonly title: string
  /** Titles of the pages above, from the homepage down. */
  readonly ancestors: readonly string[]
}

export interface ParentSearch {
  readonly spaceId: string
  /** Part of a title, or an id; blank for the top of the space. */
  readonly search: string
  /** A page that is listed first, whether or not the search finds it. */
  readonly chosenId: string | undefined
  /** Only in spaces that this user may write to. */
  readonly userId: number
  readonly limit: number
}

/** A wiki, as the import sees it. */
export interface TargetWiki {
  /**
   * Find space, parent and any page of that title, or the one that is named; undefined when one of
   * them is missing or closed to the writer.
   */
  findPlace(wanted: WantedPlace): Promise<Place | undefined>
  /**
   * Tell what `savePage` would do; writes nothing. Undefined where `findPlace` finds none.
   * @throws {RequestError} What would refuse it.
   */
  foresee(wanted: WantedPlace, page: PageToSave): Promise<Foreseen | undefined>
  /**
   * Find the place as `findPlace` does, create or update the page there with its images and labels,
   * and write its entry in the ledger: in one durable step, or by a delivery that is recorded first
   * where the wiki is not in the store.
   * @param page The page; a wiki that has not got the place leaves it as it is.
   * @throws {UnknownOutcomeError} When the page may or may not have been saved.
   */
  savePage(
    wanted: WantedPlace,
    page: PageToSave,
    entry: LedgerEntry,
    waiter: Waiter,
  ): Promise<Saved>
  /** How long after its arrival a request is answered at the latest; the usual time without it. */
  readonly maxAnswerMs?: number
  /** Look again whether it has a place by now that it did not find just before. */
  hasPlaceByNow?(wanted: WantedPlace): Promise<boolean>
  /**
   * Give pages ids that `pageId` names them by once they are made; those that are there keep theirs.
   * @returns One for each, in the same order; undefined when the space or a parent is missing or
   * closed to the writer.
   */
  reservePages?(wanted: WantedReservations): Promise<readonly ReservedPage[] | undefined>
  /**
   * Find pages by their ids: nothing in the trash, and nothing of other spaces. A homepage is its own
   * parent.
   * @returns In no order; undefined when the space is missing or closed to the writer.
   */
  findPages(wanted: WantedPages): Promise<readonly SavedPage[] | undefined>
  /**
   * Put pages that were imported below some into order, where nobody did so yet.
   * @returns Undefined when the space is missing or closed to the writer.
   */
  arrangePages?(wanted: WantedArrangement): Promise<AnswerArranged | undefined>
  /** List pages that may become a parent, of a space of this wiki; none of another's. */
  listParents(search: ParentSearch): Promise<readonly ParentPage[]>
}

/**
 * Make the whole address of a page.
 * @param path What its `path` says.
 */
export function wholeAddress(publicUrl: string, path: string): string {
  return path.startsWith('/') ? `${publicUrl}${path}` : path
}

/** What an entry of the ledger says of its page, joined with what is known of pages elsewhere. */
export interface PageWords {
  readonly key: string
  readonly page_id: number
  readonly url: string | null
}

/** Tell where the page of an entry is read: elsewhere, if it was delivered. */
export function recordedPath({ key, page_id: pageId, url }: PageWords): string {
  return url ?? pagePath(key, String(pageId))
}

/** Tell where a page is read, below the wiki's public address. */
export function pagePath(spaceKey: string, pageId: string): string {
  return `/wiki/spaces/${spaceKey}/pages/${pageId}`
}
