/** The interface of the engines' full-text indexes. @module */
import type { Dialect } from '../dialects.ts'
import { isAnyOf, type Statement, sql } from '../sql.ts'

export interface SearchIndex {
  wordsOf(page: {
    readonly title: string
    readonly headings: string
    readonly text: string
  }): string
  /** @param page A query of `space_id`, `id` and `labels`; without rows nothing is indexed. */
  put(page: Statement, version: IndexedVersion): Statement[]
  remove(pageIds: readonly number[]): Statement[]
  readonly beforeCommit: readonly Statement[]
  readonly preparation: string
  /** Selects `id`, `tier` and `score` (greater is better), once for each tier of a page. */
  find(query: AskedPages): Statement
  /** Selects indexed words by prefix, in order, where looking up each word is faster. */
  readonly wordsBegunBy?: (text: string, limit: number) => Statement
}

export interface IndexedText {
  readonly text: string | Uint8Array
  /** One heading a line, as words of `indexWords` separated by spaces. */
  readonly headings: string | Uint8Array
  readonly words: string | Uint8Array
}

export interface IndexedVersion extends IndexedText {
  readonly title: string
}

export interface IndexWord {
  readonly text: string
  readonly isPrefix: boolean
  /** Any of them is searched in place of the word. */
  readonly forms?: readonly IndexWord[]
}

export const tiers = { text: 0, headings: 1, title: 2 } as const

export type Tier = keyof typeof tiers

export interface AskedWords {
  /** A page needs all of them. */
  readonly words: readonly IndexWord[]
  readonly label: string | undefined
  readonly spaceIds: readonly number[] | undefined
}

export interface AskedPages extends AskedWords {
  readonly pages: Statement
  readonly condition: Statement
  readonly most: Readonly<Partial<Record<Tier, number>>>
}

/**
 * Searches titles, headings and texts, with a limit for each. Without words, as in a search for a
 * label, it lists pages once.
 */
export function inTiers(
  { words, most }: AskedPages,
  list: (tier: Tier, limit: number) => Statement,
): Statement {
  if (words.length === 0) return list('text', most.text ?? 0)
  const lists = (['title', 'headings', 'text'] as const).flatMap((tier) => {
    const limit = most[tier]
    return limit === undefined ? [] : [list(tier, limit)]
  })
  return lists.reduce((union, next) => sql`${union} union all ${next}`)
}

export function dropTexts(
  { search }: Pick<Dialect, 'search'>,
  spaceId: number,
  ids: readonly number[],
): Statement[] {
  if (ids.length === 0) return []
  const isDropped = sql`space_id = ${spaceId} and ${isAnyOf(sql`page_id`, ids)}`
  return [...search.remove(ids), sql`delete from page_texts where ${isDropped}`]
}
