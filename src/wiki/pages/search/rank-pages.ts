/** Ranks search results: titles before headings before text. @module */
import type { Database } from '../../../store/database.ts'
import { readAs } from '../../../store/read-as.ts'
import { type IndexWord, tiers } from '../../../store/search/search-index.ts'
import { indexWords } from '../../../store/search/search-words.ts'
import { isAnyOf, sql } from '../../../store/sql.ts'
import { nameInTree } from '../../store/page-place.ts'
import { indexedPages } from '../recorded-pages.ts'

export interface Candidate {
  readonly id: number
  readonly title: string
  readonly headings: string
  readonly tier: number
  readonly score: number
}

interface Ranked<C extends Candidate> {
  readonly candidate: C
  /**
   * The integer part is a class: 3 by title, 2 by one heading or with its page's title, 1 by
   * headings, 0 by text.
   */
  readonly rank: number
}

export function rankPages<C extends Candidate>(
  candidates: readonly C[],
  words: readonly IndexWord[],
): Ranked<C>[] {
  const best = Math.max(...candidates.map(({ tier, score }) => (tier === tiers.text ? score : 0)))
  return candidates
    .map((candidate) => ({ candidate, rank: rankOf(candidate, words, best) }))
    .sort((left, right) => right.rank - left.rank || right.candidate.id - left.candidate.id)
}

/** Within a class, the engine's score has the least weight. */
const scoreShare = 1e-3

function rankOf(candidate: Candidate, words: readonly IndexWord[], bestScore: number): number {
  const { tier, score, title, headings } = candidate
  if (words.length === 0) return 0
  const engine = bestScore > 0 ? Math.max(0, score / bestScore) : 0
  if (tier === tiers.text) return Math.min(0.999, engine)
  const titleWords = indexWords(title)
  const lines = headings.split('\n').map((line) => line.split(' ').filter(Boolean))
  const together = Math.max(
    ...lines.map((line) => {
      const alone = share(line, words)
      return alone > 0 ? alone : share([...titleWords, ...line], words) / 2
    }),
    0,
  )
  const byTitle = share(titleWords, words)
  if (byTitle > 0) return 3 + byTitle * 0.9 + together * 0.05
  return together > 0 ? 2 + together * 0.9 : 1 + engine * scoreShare
}

/** The matching share of a line: 1 for the exact line, 0 when a word is missing. */
function share(line: readonly string[], words: readonly IndexWord[]): number {
  let matched = 0
  for (const { text, isPrefix } of words) {
    let best = 0
    for (const word of line) {
      if (word === text) best = 1
      else if (isPrefix && word.startsWith(text)) best = Math.max(best, text.length / word.length)
    }
    if (best === 0) return 0
    matched += best
  }
  return Math.min(1, matched / Math.max(line.length, words.length))
}

export interface SearchHit {
  readonly pageId: string
  readonly title: string
  readonly version: number
  readonly updatedAt: Date
  readonly spaceId: string
  readonly spaceKey: string
  readonly spaceName: string
  readonly path: readonly string[]
  readonly url: string | undefined
  readonly text: string
}

interface PageToShow {
  readonly id: number
  readonly spaceId: number
  readonly isRecorded: boolean
}

export async function readHits(
  database: Database,
  pages: readonly PageToShow[],
  maxTextLength: number,
): Promise<SearchHit[]> {
  const groups = Map.groupBy(pages, ({ spaceId, isRecorded }) => `${spaceId} ${isRecorded}`)
  const pathsOfGroups = await Promise.all(
    [...groups.values()].map(async (group) => {
      const { spaceId, isRecorded } = group[0] as PageToShow
      const ids = group.map(({ id }) => id)
      const [table, columns] = isRecorded
        ? [indexedPages, sql`p.page_id as "pageId", p.url`]
        : [sql`pages`, sql`cast(p.id as text) as "pageId", cast(null as text) as url`]
      const [rows, paths] = await Promise.all([
        readAs<Omit<SearchHit, 'path'> & { id: number }>(
          { read: database.search },
          sql`select p.id, ${columns}, p.title, p.version, p.updated_at as "updatedAt",
              cast(p.space_id as text) as "spaceId", s.key as "spaceKey", s.name as "spaceName",
              substr(t.body, 1, ${maxTextLength}) as text
            from ${table} p join spaces s on s.id = p.space_id
            join page_texts t on t.space_id = p.space_id and t.page_id = p.id
            where p.space_id = ${spaceId} and ${isAnyOf(sql`p.id`, ids)}`,
        ),
        isRecorded ? new Map<number, string[]>() : readPaths(database, spaceId, ids),
      ])
      return rows.map(({ id, ...hit }) => [id, { ...hit, path: paths.get(id) ?? [] }] as const)
    }),
  )
  const hits = new Map(pathsOfGroups.flat())
  return pages.flatMap(({ id }) => hits.get(id) ?? [])
}

async function readPaths(
  database: Database,
  spaceId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await database.search<{ id: number; title: string }>(sql`
    with recursive above (id, title, parent_id, distance) as (
      select p.id, cast('' as text), p.parent_id, 0 from pages p
      where p.space_id = ${spaceId} and ${isAnyOf(sql`p.id`, ids)}
      union all
      select above.id, ${nameInTree}, p.parent_id, above.distance + 1
      from above join pages p on p.space_id = ${spaceId} and p.id = above.parent_id
    )
    select id, title from above where distance > 0 and parent_id <> 0 order by distance desc`)
  const paths = new Map<number, string[]>()
  for (const { id, title } of rows) {
    const path = paths.get(id)
    if (path === undefined) paths.set(id, [title])
    else path.push(title)
  }
  return paths
}
