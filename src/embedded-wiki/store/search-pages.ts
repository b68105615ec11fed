/** Full-text search over the titles and texts of current pages. @module */

import { isReadable } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { isAnyOf, type Statement, sql } from '../../database/sql.ts'
import { postgresWords, sqliteWords } from './search-index.ts'
import { askedWords, placedWords, type SearchWord } from './search-words.ts'

export interface SearchRequest {
  /** What to look for: all of these words. */
  readonly words: readonly SearchWord[]
  /** A label that the pages have, as it is stored. */
  readonly label: string | undefined
  /** Where to look; everywhere without it. */
  readonly spaceIds: readonly string[] | undefined
  /** Only in spaces that this user may read; in place of a list that would be long. */
  readonly readableBy?: number | undefined
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
const maxByTitle = 200
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
  const { words, label, spaceIds, offset, limit } = request
  const isEmpty = words.length === 0 && label === undefined
  if (isEmpty || spaceIds?.length === 0) return { hits: [], total: 0, hasMore: false }
  const found = database.engine === 'postgres' ? foundByPostgres(request) : foundBySqlite(request)
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

/** Each half is a list of bounded length, so that a word that all pages have costs no more. */
function foundBySqlite({ words, label, spaceIds, readableBy }: SearchRequest): Statement {
  const all = askedOf(words).map(({ text, isPrefix }) => `"${text}"${isPrefix ? '*' : ''}`)
  const spaces = spaceIds?.map((id) => `"${sqliteWords.space(Number(id))}"`).join(' OR ')
  const match = (columns: string): string =>
    [
      ...(spaces === undefined ? [] : [`space : (${spaces})`]),
      ...(label === undefined ? [] : [`space : "${sqliteWords.label(label)}"`]),
      ...(all.length === 0 ? [] : [`{${columns}} : (${all.join(' AND ')})`]),
    ].join(' AND ')
  const found = (columns: string, isTitled: number, limit: number): Statement => sql`
    select * from (
      select p.id, ${isTitled} as is_titled, -bm25(page_words, 0, 10, 1) as score
      from page_words cross join pages p on p.id = page_words.rowid
      where page_words match ${match(columns)} and p.status = 'current'
        and ${isInSpaces(spaceIds)} and ${isReadable(sql`p.space_id`, readableBy)}
      order by page_words.rowid desc limit ${limit}
    )`
  const byAnything = found('title body', 0, maxFound)
  if (all.length === 0) return byAnything
  return sql`${found('title', 1, maxByTitle)} union all ${byAnything}`
}

function foundByPostgres({ words, label, spaceIds, readableBy }: SearchRequest): Statement {
  const asked = askedOf(words)
  const query = (nameOf: (word: string) => string): string => {
    const all = asked.map(({ text, isPrefix }) => `'${nameOf(text)}'${isPrefix ? ':*' : ''}`)
    const spaces = spaceIds?.map((id) => `'${postgresWords.space(Number(id))}'`).join(' | ')
    return [
      ...all,
      ...(label === undefined ? [] : [`'${postgresWords.label(label)}'`]),
      ...(spaces === undefined ? [] : [`(${spaces})`]),
    ].join(' & ')
  }
  // Matched first and each looked up then, which planners take for slower than reading all pages.
  const found = (asTsquery: string, isTitled: number, limit: number): Statement => sql`
    select * from (
      with matched as materialized (
        select space_id, page_id, words from page_texts
        where words @@ cast(${asTsquery} as tsquery)
      )
      select p.id, cast(${isTitled} as bigint) as is_titled,
        ts_rank(m.words, cast(${asTsquery} as tsquery)) as score
      from matched m cross join lateral (
        select p.id from pages p
        where p.space_id = m.space_id and p.id = m.page_id and p.status = 'current'
          and ${isInSpaces(spaceIds)} and ${isReadable(sql`p.space_id`, readableBy)}
        offset 0
      ) p
      limit ${limit}
    ) ${isTitled === 1 ? sql`titled` : sql`worded`}`
  const byAnything = found(query(String), 0, maxFound)
  if (asked.length === 0) return byAnything
  return sql`${found(query(postgresWords.title), 1, maxByTitle)} union all ${byAnything}`
}

/** The index has looked at the space already; what may be read rests on the pages themselves. */
function isInSpaces(spaceIds: readonly string[] | undefined): Statement {
  return spaceIds === undefined ? sql`1 = 1` : isAnyOf(sql`p.space_id`, spaceIds.map(Number))
}

interface HitRow {
  readonly id: number
  readonly title: string
  readonly key: string
  readonly name: string
  readonly body: string
  readonly total: number
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
