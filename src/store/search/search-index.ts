/** The interface of the engines' full-text indexes. @module */
import type { Statement } from '../sql.ts'

export interface SearchIndex {
  wordsOf(page: {
    readonly title: string
    readonly headings: string
    readonly text: string
  }): string
  /**
   * Make the statements that index a page's current version.
   * @param page The query of the page with `space_id`, `id` and `labels`; without rows nothing is
   * indexed.
   */
  put(page: Statement, version: IndexedVersion): Statement[]
  remove(pageIds: readonly number[]): Statement[]
  readonly beforeCommit: readonly Statement[]
  readonly preparation: string
  /**
   * Make the query of pages as `id`, `tier` and `score` (greater is better within a tier). A page
   * comes once for each of its tiers.
   */
  find(asked: AskedPages): Statement
  /**
   * Make the query of indexed words with a prefix, as `word` in order; only for engines that look
   * up such words faster one by one.
   */
  readonly wordsBegunBy?: (text: string, limit: number) => Statement
  queryOf(asked: AskedWords, tier: CountedTier): string
  /**
   * Make the query that counts pages, as `name` and `pages`.
   * @param given A row source `given` with `name` and `query`.
   */
  countGiven(given: Statement, limits: CountLimits): Statement
}

export type CountedTier = Extract<Tier, 'headings' | 'text'>

export interface CountLimits {
  readonly tier: CountedTier
  readonly condition: Statement
  readonly most: number
}

export interface IndexedText {
  readonly text: string | Uint8Array
  /** One heading a line, its words as in `indexWords` with one space between them. */
  readonly headings: string | Uint8Array
  readonly words: string | Uint8Array
}

export interface IndexedVersion extends IndexedText {
  readonly title: string
}

export interface IndexWord {
  readonly text: string
  readonly isPrefix: boolean
  readonly forms?: readonly string[]
}

/** The alternatives for one word of a query; all words of one alternative must be found. */
export type Readings = readonly (readonly IndexWord[])[]

/** Where the words are found: anywhere, in title and headings, or in the title. */
export const tiers = { text: 0, headings: 1, title: 2 } as const

export type Tier = keyof typeof tiers

export interface AskedWords {
  readonly words: readonly Readings[]
  readonly label: string | undefined
  readonly spaceIds: readonly number[] | undefined
}

export interface AskedPages extends AskedWords {
  /** The table of the pages, or a query in its place. */
  readonly pages: Statement
  readonly condition: Statement
  readonly most: Readonly<Partial<Record<Tier, number>>>
}
