/** Keeps the text of pages where it can be searched, in the transactions that write the pages. @module */
import type { AdfDoc } from '../../adf/types.ts'
import type { Database, Dialect } from '../../database/database.ts'
import { deferred, type Statement, sql } from '../../database/sql.ts'
import { adfToText } from '../../render/adf-to-text.ts'
import { indexText, indexWords } from './search-words.ts'

/** A document's text, and its words as an engine wants them. */
export interface IndexedText {
  readonly text: string
  readonly words: string
}

export interface IndexedPage extends IndexedText {
  readonly spaceId: number
  readonly pageId: number
  readonly title: string
  readonly labels: readonly string[]
}

/**
 * Make the statements that put a page's current version into the index.
 * @param dialect The engine's.
 * @param page The page; it is there already.
 */
export function indexPage(dialect: Dialect, page: IndexedPage): Statement[] {
  const { spaceId, pageId, title, text, words } = page
  if (dialect.engine === 'postgres') {
    return [
      sql`insert into page_texts (space_id, page_id, body, words)
        values (${spaceId}, ${pageId}, ${text}, cast(${placeVector(page) + words} as tsvector))
        on conflict (space_id, page_id)
        do update set body = excluded.body, words = excluded.words`,
    ]
  }
  return [
    sql`insert into page_texts (space_id, page_id, body) values (${spaceId}, ${pageId}, ${text})
      on conflict (space_id, page_id) do update set body = excluded.body`,
    // Every savepoint makes the index write out what it has gathered; at the end it does so once.
    deferred(sql`insert or replace into page_words (rowid, space, title, body)
      values (${pageId}, ${placeWords(page)}, ${indexText(title)}, ${words})`),
  ]
}

/**
 * Make what the index needs of a page's title and document: costly for a long one.
 * @param engine The store's.
 * @param title The page's title.
 * @param text The document's text.
 */
export function indexedText(engine: Database['engine'], title: string, text: string): IndexedText {
  return { text, words: engine === 'postgres' ? wordVector(title, text) : indexText(text) }
}

/**
 * Read the text of a document: costly for a long one.
 * @param adf The document as JSON text.
 */
export function documentText(adf: string): string {
  // PostgreSQL refuses text with these.
  return adfToText(JSON.parse(adf) as AdfDoc)
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
}

/** What a vector may have of one word and in all; PostgreSQL's own limits are 255 and 1 MB. */
const maxPlaces = 16
const maxVectorBytes = 900_000
const maxPlace = 16_383

/** The part of PostgreSQL's vector that says where a page stands: its space and its labels. */
function placeVector({ spaceId, labels }: IndexedPage): string {
  const names = [postgresWords.space(spaceId), ...labels.map(postgresWords.label)]
  return names.map((name) => `'${name}':1 `).join('')
}

/**
 * Write PostgreSQL's vector of a page's words: those of the title and the body with their places,
 * and once more those of the title, under names that no word has.
 */
function wordVector(title: string, text: string): string {
  const titleWords = indexWords(title)
  const places = new Map<string, number[]>()
  for (const word of titleWords) places.set(postgresWords.title(word), [1])
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

/** What stands in the column `space` of SQLite's index. */
function placeWords({ spaceId, labels }: IndexedPage): string {
  return [sqliteWords.space(spaceId), ...labels.map(sqliteWords.label)].join(' ')
}

/** The words by which SQLite finds the pages of a space and of a label: its tokenizer keeps them whole. */
export const sqliteWords = {
  space: (spaceId: number) => `s${spaceId}`,
  label: (label: string) => `l${Buffer.from(label).toString('hex')}`,
} as const

/** The words by which PostgreSQL finds the same, and words in titles. */
export const postgresWords = {
  space: (spaceId: number) => `in ${spaceId}`,
  label: (label: string) => `label ${label}`,
  title: (word: string) => `title ${word}`,
} as const
