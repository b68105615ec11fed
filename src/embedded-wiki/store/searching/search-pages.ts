/** Full-text search over the titles and texts of current pages. @module */

import { isReadable, type Principal } from '../../../auth/access-conditions.ts'
import type { Database } from '../../../database/database.ts'
import { dialects } from '../../../database/dialects.ts'
import { askedWords, placedWords, type SearchWord } from '../../../database/search/search-words.ts'
import { isAnyOf, type Statement, sql } from '../../../database/sql.ts'

export interface SearchRequest {
  /** What to look for: all of these words. */
  readonly words: readonly SearchWord[]
  /** A label that the pages have, as it is stored. */
  readonly label: string | undefined
  /** Where to look; everywhere without it. */
  readonly spaceIds: readonly string[] | undefined
  /** Only in spaces that this user may read; in place of a list that would be long. */
  readonly readableBy?: Principal | undefined
  readonly offset: number
  readonly limit: number
}

export interface SearchResult {
  readonly hits: readonly SearchHit[]
  /** How many pages were found; with `hasMore`, at least so many. */
  readonly total: number
  readonly hasMore: boolean
}

export interface SearchHit {
  readonly pageId: string
  readonly title: string
  readonly spaceKey: string
  readonly spaceName: string
  /** The start of the page's text, as far as an excerpt is looked for in it. */
  readonly text: string
}

/** What is asked beyond this is not looked at: each word costs, and a few find the page. */
const maxAskedLength = 1_000
const maxAskedWords = 8
const maxPrefixes = 3
/** Of pages found by title and by anything, so many are put in order; nobody reads more. */
const maxTitled = 200
const maxFound = 1_000
const maxTextLength = 100_000

/**
 * Read what somebody asks for: its words, and nothing else in it means anything.
 * @param text Any text.
 */
export function parseSearch(text: string): SearchWord[] {
  const found = new Map<string, SearchWord>()
  for (const { text: word, isRun } of placedWords(text.slice(0, maxAskedLength))) {
    found.set(word, { text: word, isRun })
    if (found.size === maxAskedWords) break
  }
  return [...found.values()]
}

/**
 * Search.
 * @param database The store.
 * @param request Words, label and place; without words and label nothing is found.
 */
export async function searchPages(
  database: Database,
  request: SearchRequest,
): Promise<SearchResult> {
  const { words, label, spaceIds, readableBy, offset, limit } = request
  const isEmpty = words.length === 0 && label === undefined
  if (isEmpty || spaceIds?.length === 0) return { hits: [], total: 0, hasMore: false }
  const found = dialects[database.engine].search.find({
    words: askedOf(words),
    label,
    spaceIds: spaceIds?.map(Number),
    condition: sql`${isInSpaces(spaceIds)} and ${isReadable(sql`p.space_id`, readableBy)}`,
    maxTitled,
    maxFound,
  })
  const rows = await database.read<HitRow>(sql`
    select p.id, p.title, s.key, s.name, substr(t.body, 1, ${maxTextLength}) as body, best.total
    from (
      select id, max(is_titled) as is_titled, max(score) as score, count(*) over () as total
      from (${found}) found group by id
      order by is_titled desc, score desc, id desc limit ${limit} offset ${offset}
    ) best
    join pages p on p.id = best.id
    join spaces s on s.id = p.space_id
    join page_texts t on t.space_id = p.space_id and t.page_id = p.id
    order by best.is_titled desc, best.score desc, best.id desc`)
  const total = rows[0]?.total ?? 0
  return { hits: rows.map(toHit), total, hasMore: total >= maxFound }
}

interface HitRow {
  readonly id: number
  readonly title: string
  readonly key: string
  readonly name: string
  readonly body: string
  readonly total: number
}

/** Each prefix costs as much as all words that have it, so among many words only the last is one. */
function askedOf(words: readonly SearchWord[]): { text: string; isPrefix: boolean }[] {
  return words.flatMap((word, index) => {
    const mayBePrefix = word.isRun || words.length <= maxPrefixes || index === words.length - 1
    return askedWords(word).map(({ text, isPrefix }) => ({
      text,
      isPrefix: isPrefix && mayBePrefix,
    }))
  })
}

/** The index has looked at the space already; what may be read rests on the pages themselves. */
function isInSpaces(spaceIds: readonly string[] | undefined): Statement {
  return spaceIds === undefined ? sql`1 = 1` : isAnyOf(sql`p.space_id`, spaceIds.map(Number))
}

function toHit(row: HitRow): SearchHit {
  return {
    pageId: String(row.id),
    title: row.title,
    spaceKey: row.key,
    spaceName: row.name,
    text: row.body,
  }
}
