/** Full-text search by PostgreSQL's vectors of words. @module */
import { type Statement, sql } from '../sql.ts'
import type { AskedPages, SearchIndex, SomePages } from './search-index.ts'
import { indexWords } from './search-words.ts'

export const postgresSearch: SearchIndex = {
  wordsOf: wordVector,
  put: (page, { text, words }) => [
    sql`insert into page_texts (space_id, page_id, body, words)
      select space_id, id, cast(${text} as text), cast(${placeVector} || cast(${words} as text) as tsvector)
      from (${page}) page where 1 = 1
      on conflict (space_id, page_id)
      do update set body = excluded.body, words = excluded.words`,
  ],
  // The vector of words has those of the title under names of their own.
  putTitle: () => [],
  // The words stand in the rows of texts.
  remove: () => [],
  beforeCommit: [],
  preparation: '',
  find,
  findSome,
}

/** The names by which pages of a space, of a label and with a word in the title are found. */
const nameOf = {
  space: (spaceId: number) => `in ${spaceId}`,
  label: (label: string) => `label ${label}`,
  title: (word: string) => `title ${word}`,
} as const

/** What a vector may have of one word and in all; PostgreSQL's own limits are 255 and 1 MB. */
const maxPlaces = 16
const maxVectorBytes = 900_000
const maxPlace = 16_383

/**
 * The part of PostgreSQL's vector that says where a row of `page` stands: its space and its labels, as
 * `nameOf` names them.
 */
const placeVector = sql`'''in ' || space_id || ''':1 ' || case labels when '' then '' else
  '''label ' || replace(labels, ' ', ''':1 ''label ') || ''':1 ' end`

/**
 * Write PostgreSQL's vector of a page's words: those of the title and the body with their places,
 * and once more those of the title, under names that no word has.
 */
function wordVector(title: string, text: string): string {
  const titleWords = indexWords(title)
  const places = new Map<string, number[]>()
  for (const word of titleWords) places.set(nameOf.title(word), [1])
  let bytes = 0
  let place = 0
  for (const word of [...titleWords, ...indexWords(text)]) {
    place = Math.min(place + 1, maxPlace)
    const known = places.get(word)
    if (known === undefined) {
      bytes += Buffer.byteLength(word) + 8
      if (bytes > maxVectorBytes) break
      places.set(word, [place])
    } else if (known.length < maxPlaces) {
      bytes += 2
      known.push(place)
    }
  }
  let vector = ''
  for (const [word, at] of places) vector += `'${word}':${at.join(',')} `
  return vector
}

function find(asked: AskedPages): Statement {
  const { words, label, spaceIds, condition, maxTitled, maxFound } = asked
  const query = (nameOfWord: (word: string) => string): string =>
    [
      tsquery({ words, spaceIds }, nameOfWord),
      ...(label === undefined ? [] : [`'${nameOf.label(label)}'`]),
    ]
      .filter((part) => part !== '')
      .join(' & ')
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
          and ${condition}
        offset 0
      ) p
      limit ${limit}
    ) ${isTitled === 1 ? sql`titled` : sql`worded`}`
  const byAnything = found(query(String), 0, maxFound)
  if (words.length === 0) return byAnything
  return sql`${found(query(nameOf.title), 1, maxTitled)} union all ${byAnything}`
}

/** Matches are read only as far as the limit asks for them. */
function findSome({ words, spaceIds, isTitled, limit }: SomePages): Statement {
  const asked = tsquery({ words, spaceIds }, isTitled ? nameOf.title : String)
  return sql`
    select id from (
      with matched as materialized (
        select page_id from page_texts where words @@ cast(${asked} as tsquery)
      )
      select page_id as id from matched limit ${limit}
    ) ${isTitled ? sql`titled` : sql`worded`}`
}

function tsquery(
  { words, spaceIds }: Pick<AskedPages, 'words' | 'spaceIds'>,
  nameOfWord: (word: string) => string,
): string {
  const all = words.map(({ text, isPrefix }) => `'${nameOfWord(text)}'${isPrefix ? ':*' : ''}`)
  const spaces = spaceIds?.map((id) => `'${nameOf.space(id)}'`).join(' | ')
  return [...all, ...(spaces === undefined ? [] : [`(${spaces})`])].join(' & ')
}
