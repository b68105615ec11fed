/** Full-text search with PostgreSQL's `tsvector`. @module */
import { type Statement, sql } from '../sql.ts'
import type { AskedPages, AskedWords, IndexWord, SearchIndex } from './search-index.ts'
import { inTiers, tiers } from './search-index.ts'
import { indexWords } from './search-words.ts'

interface FoundPages {
  readonly before: Statement
  readonly from: Statement
}

type FindPages = (query: Statement, among: Pick<AskedPages, 'pages' | 'condition'>) => FoundPages

/**
 * Matches words first, by their index, as the query is hidden from the planner; left alone, it
 * would read all pages.
 */
const lookUpEach: FindPages = (query, { pages, condition }) => ({
  before: sql`with matched as materialized (
    select space_id, page_id, words from page_texts
    where words @@ (select cast(${query} as tsquery)))`,
  from: sql`matched m cross join lateral (
    select p.id, p.title_order from ${pages} p
    where p.space_id = m.space_id and p.id = m.page_id and p.status = 'current' and ${condition}
    offset 0) p`,
})

const joinOnServers: FindPages = (query, { pages, condition }) => ({
  before: sql``,
  from: sql`page_texts m join ${pages} p on p.space_id = m.space_id and p.id = m.page_id
    and p.status = 'current' and m.words @@ cast(${query} as tsquery) and ${condition}`,
})

export const postgresSearch: SearchIndex = {
  wordsOf: wordVector,
  put: (page, { text, headings, words }) => [
    sql`insert into page_texts (space_id, page_id, body, headings, words)
      select space_id, id, cast(${text} as text), cast(${headings} as text),
        cast(${placeVector} || cast(${words} as text) as tsvector)
      from (${page}) page where 1 = 1
      on conflict (space_id, page_id) do update
      set body = excluded.body, headings = excluded.headings, words = excluded.words`,
  ],
  // Deleting the row of `page_texts` also removes its words.
  remove: () => [],
  beforeCommit: [],
  preparation: '',
  find: (query) => find(query, lookUpEach),
}

/** Citus refuses lateral subqueries, so distributed stores search differently. */
export const spreadSearch: SearchIndex = {
  ...postgresSearch,
  find: (query) => find(query, joinOnServers),
}

const nameOf = {
  space: (spaceId: number) => `in ${spaceId}`,
  label: (label: string) => `label ${label}`,
  title: (word: string) => `title ${word}`,
  headings: (word: string) => `head ${word}`,
  text: (word: string) => word,
} as const

/** PostgreSQL's own limits are 255 places and 1 MB. */
const maxPlaces = 16
const maxVectorBytes = 900_000
const maxHeadingBytes = 300_000
const maxPlace = 16_383

const placeVector = sql`'''in ' || space_id || ''':1 ' || case when labels = '' then '' else
  '''label ' || replace(labels, ' ', ''':1 ''label ') || ''':1 ' end`

/**
 * The words of title, headings and text with places and weights. Words of title and headings occur
 * again with the prefixes of `nameOf`.
 */
function wordVector(page: { title: string; headings: string; text: string }): string {
  const titleWords = indexWords(page.title)
  const headingWords = page.headings.split(/[ \n]/).filter(Boolean)
  const places = new Map<string, string[]>()
  let bytes = 0
  const add = (name: string, place: string, maxBytes: number): void => {
    const entry = places.get(name)
    if (entry === undefined) {
      if (bytes > maxBytes) return
      bytes += Buffer.byteLength(name) + 8
      places.set(name, [place])
    } else if (entry.length < maxPlaces) {
      bytes += 3
      entry.push(place)
    }
  }
  for (const word of titleWords) places.set(nameOf.title(word), ['1'])
  for (const word of [...titleWords, ...headingWords]) {
    if (!places.has(nameOf.headings(word))) add(nameOf.headings(word), '1', maxHeadingBytes)
  }
  let place = 0
  const addAll = (words: readonly string[], weight: string): void => {
    for (const word of words) {
      place = Math.min(place + 1, maxPlace)
      add(word, `${place}${weight}`, maxVectorBytes)
    }
  }
  addAll(titleWords, 'A')
  addAll(headingWords, 'B')
  addAll(indexWords(page.text), '')
  let vector = ''
  for (const [word, at] of places) vector += `'${word}':${at.join(',')} `
  return vector
}

function find(asked: AskedPages, findPages: FindPages): Statement {
  const ofText = sql`ts_rank(m.words, cast(${tsquery(asked, nameOf.text)} as tsquery), 1)`
  return inTiers(asked, (tier, limit) => {
    const { before, from } = findPages(sql`${tsquery(asked, nameOf[tier])}`, asked)
    // Short titles come first, whatever the other words are.
    const score = tier === 'title' ? sql`cast(1000000 - length(p.title_order) as real)` : ofText
    return sql`
      select * from (
        ${before} select p.id, cast(${tiers[tier]} as bigint) as tier, ${score} as score
        from ${from} limit ${limit}
      ) ${listNames[tier]}`
  })
}

const listNames = { title: sql`titled`, headings: sql`headed`, text: sql`worded` } as const

function tsquery(
  { words, label, spaceIds }: AskedWords,
  nameOfWord: (word: string) => string,
): string {
  const ofWord = ({ text, isPrefix, forms = [] }: IndexWord): string =>
    forms.length > 0
      ? `(${forms.map(ofWord).join(' | ')})`
      : `'${nameOfWord(text)}'${isPrefix ? ':*' : ''}`
  const spaces = spaceIds?.map((id) => `'${nameOf.space(id)}'`).join(' | ')
  return [
    ...words.map(ofWord),
    ...(spaces === undefined ? [] : [`(${spaces})`]),
    ...(label === undefined ? [] : [`'${nameOf.label(label)}'`]),
  ].join(' & ')
}
