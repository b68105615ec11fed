/** What each engine offers to keep the text of pages in, and to find pages by their words. @module */
import type { Statement } from '../sql.ts'

/** A full-text index over the titles and texts of pages. */
export interface SearchIndex {
  /**
   * Make of a page's title and text its words as the index wants them: costly for a long text.
   * @param title The page's title.
   * @param text The text of its document.
   */
  wordsOf(title: string, text: string): string
  /**
   * Make the statements that put a page's current version into the index.
   * @param page The query of the page: `space_id`, `id` and `labels`; no row puts nothing.
   * @param version What the index holds of it.
   */
  put(page: Statement, version: IndexedVersion): Statement[]
  /**
   * Make the statements that put a page's title where titles are looked up, which `put` does as well.
   * @param page The query of the page: `space_id` and `id`.
   * @param title Its title.
   */
  putTitle(page: Statement, title: string): Statement[]
  /**
   * Make the statements that take pages out of the index, beside the rows of `page_texts`.
   * @param pageIds The pages.
   */
  remove(pageIds: readonly number[]): Statement[]
  /** Statements for the end of each commit, before it. */
  readonly beforeCommit: readonly Statement[]
  /** What a connection that writes has to run first. */
  readonly preparation: string
  /**
   * Make the query of pages as `id`, `is_titled` and `score`; those that are found by their title
   * may come once more.
   * @param asked What to look for.
   */
  find(asked: AskedPages): Statement
  /**
   * Make the query of some pages as `id`, in no order: fast whatever is asked for, since it stops at
   * the limit.
   * @param asked What to look for.
   */
  findSome(asked: SomePages): Statement
}

/** A document's text, and its words as `wordsOf` made them; bytes are UTF-8. */
export interface IndexedText {
  readonly text: string | Uint8Array
  readonly words: string | Uint8Array
}

export interface IndexedVersion extends IndexedText {
  readonly title: string
}

export interface AskedPages {
  /** Words of the index, each of which must be found. */
  readonly words: readonly { readonly text: string; readonly isPrefix: boolean }[]
  readonly label: string | undefined
  /** One of these; any without them. */
  readonly spaceIds: readonly number[] | undefined
  /** What else must hold of a page `p`. */
  readonly condition: Statement
  /** The most pages that are put in order: of those found by their title, and of all. */
  readonly maxTitled: number
  readonly maxFound: number
}

export interface SomePages extends Pick<AskedPages, 'words' | 'spaceIds'> {
  /** Where the words stand: all in the title, or in title and text together. */
  readonly isTitled: boolean
  readonly limit: number
}
