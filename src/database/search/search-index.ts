/** What each engine offers to keep the text of pages in, and to find pages by their words. @module */
import type { Statement } from '../sql.ts'

/** A full-text index over the titles, headings and texts of pages. */
export interface SearchIndex {
  /**
   * Make of a page its words as the index wants them: costly for a long text.
   * @param page Its title, its headings, and the text of its document.
   */
  wordsOf(page: {
    readonly title: string
    readonly headings: string
    readonly text: string
  }): string
  /**
   * Make the statements that put a page's current version into the index.
   * @param page The query of the page: `space_id`, `id` and `labels`; no row puts nothing.
   */
  put(page: Statement, version: IndexedVersion): Statement[]
  /** Make the statements that take pages out of the index, beside the rows of `page_texts`. */
  remove(pageIds: readonly number[]): Statement[]
  /** Statements for the end of each commit, before it. */
  readonly beforeCommit: readonly Statement[]
  /** What a connection that writes has to run first. */
  readonly preparation: string
  /**
   * Make the query of pages as `id`, `tier` (see `tiers`) and `score`, the greater the better among
   * pages of a tier; a page comes once for each tier that it is in.
   */
  find(asked: AskedPages): Statement
  /**
   * Make the query of words of texts that begin so, as `word`, in order, where these are found faster one by
   * one than by their prefix.
   */
  readonly wordsBegunBy?: (text: string, limit: number) => Statement
  /** Write what some pages have in common as a query of the engine's own, for `countGiven`. */
  queryOf(asked: AskedWords, tier: CountedTier): string
  /**
   * Make the query that counts pages, as `name` and `pages`.
   * @param given Rows of `name` and `query`, to stand behind `from` as `given`.
   * @param limits The tier of the queries, what else must hold of a page `p`, and where counting ends.
   */
  countGiven(given: Statement, limits: CountLimits): Statement
}

export type CountedTier = Extract<Tier, 'headings' | 'text'>

export interface CountLimits {
  readonly tier: CountedTier
  readonly condition: Statement
  readonly most: number
}

/** What a document is found by; bytes are UTF-8. */
export interface IndexedText {
  /** Its text, headings marked. */
  readonly text: string | Uint8Array
  /** The words of each heading in a line, one space between them, as `indexWords` has them. */
  readonly headings: string | Uint8Array
  /** As `wordsOf` made them. */
  readonly words: string | Uint8Array
}

export interface IndexedVersion extends IndexedText {
  readonly title: string
}

/** A word as the index has it. */
export interface IndexWord {
  readonly text: string
  readonly isPrefix: boolean
  /** Of a prefix, all words of the index that begin so, where an engine finds them faster one by one. */
  readonly forms?: readonly string[]
}

/** What finds one word that was asked for: any of these readings, and of a reading all its words. */
export type Readings = readonly (readonly IndexWord[])[]

/** Where all words stand: in the text or anywhere, in title and headings, or in the title. */
export const tiers = { text: 0, headings: 1, title: 2 } as const

export type Tier = keyof typeof tiers

export interface AskedWords {
  /** Each of them must be found. */
  readonly words: readonly Readings[]
  readonly label: string | undefined
  /** One of these; any without them. */
  readonly spaceIds: readonly number[] | undefined
}

export interface AskedPages extends AskedWords {
  /** What else must hold of a page `p`. */
  readonly condition: Statement
  /** How many pages of each tier are looked at, the newest of them; a tier without a number is left out. */
  readonly most: Readonly<Partial<Record<Tier, number>>>
}
