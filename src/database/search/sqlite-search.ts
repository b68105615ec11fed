/** Full-text search by SQLite's FTS5. @module */
import { deferred, type Statement, sql } from '../sql.ts'
import type { AskedPages, IndexedPage, SearchIndex, SomePages } from './search-index.ts'
import { indexText } from './search-words.ts'

export const sqliteSearch: SearchIndex = {
  wordsOf: (_, text) => indexText(text),
  put(page) {
    const { spaceId, pageId, title, text, words } = page
    return [
      sql`insert into page_texts (space_id, page_id, body) values (${spaceId}, ${pageId}, ${text})
        on conflict (space_id, page_id) do update set body = excluded.body`,
      // Every savepoint makes the index write out what it has gathered; at the end it does so once.
      deferred(sql`insert or replace into page_words (rowid, space, title, body)
        values (${pageId}, ${placeWords(page)}, ${indexText(title)}, ${words})`),
      ...putTitle(page),
    ]
  },
  putTitle,
  find,
  findSome,
}

function putTitle({ spaceId, pageId, title }: Parameters<SearchIndex['putTitle']>[0]): Statement[] {
  return [
    deferred(sql`insert or replace into title_words (rowid, space, title)
      values (${pageId}, ${titleSpaceWord(spaceId)}, ${indexText(title)})`),
  ]
}

/** Each half is a list of bounded length, so that a word that all pages have costs no more. */
function find(asked: AskedPages): Statement {
  const { words, label, spaceIds, condition, maxTitled, maxFound } = asked
  const all = words.map(matchOfWord)
  const spaces = spaceIds?.map((id) => `"${spaceWord(id)}"`).join(' OR ')
  const match = (columns: string): string =>
    [
      ...(spaces === undefined ? [] : [`space : (${spaces})`]),
      ...(label === undefined ? [] : [`space : "${labelWord(label)}"`]),
      ...(all.length === 0 ? [] : [`{${columns}} : (${all.join(' AND ')})`]),
    ].join(' AND ')
  const found = (columns: string, isTitled: number, limit: number): Statement => sql`
    select * from (
      select p.id, ${isTitled} as is_titled, -bm25(page_words, 0, 10, 1) as score
      from page_words cross join pages p on p.id = page_words.rowid
      where page_words match ${match(columns)} and p.status = 'current'
        and ${condition}
      order by page_words.rowid desc limit ${limit}
    )`
  const byAnything = found('title body', 0, maxFound)
  if (all.length === 0) return byAnything
  return sql`${found('title', 1, maxTitled)} union all ${byAnything}`
}

/** The newest come first, and nothing but them is read. */
function findSome({ words, spaceIds, isTitled, limit }: SomePages): Statement {
  const [table, columns] = isTitled ? [sql`title_words`, 'title'] : [sql`page_words`, 'title body']
  const spaceWordOf = isTitled ? titleSpaceWord : spaceWord
  const spaces = spaceIds?.map((id) => `"${spaceWordOf(id)}"`).join(' OR ')
  const match = [
    ...(spaces === undefined ? [] : [`space : (${spaces})`]),
    `{${columns}} : (${words.map(matchOfWord).join(' AND ')})`,
  ].join(' AND ')
  return sql`select * from (
    select rowid as id from ${table} where ${table} match ${match}
    order by rowid desc limit ${limit})`
}

function matchOfWord({ text, isPrefix }: AskedPages['words'][number]): string {
  return `"${text}"${isPrefix ? '*' : ''}`
}

/** What stands in the column `space`: words that the tokenizer keeps whole. */
function placeWords({ spaceId, labels }: IndexedPage): string {
  return [spaceWord(spaceId), ...labels.map(labelWord)].join(' ')
}

function spaceWord(spaceId: number): string {
  return `s${spaceId}`
}

function labelWord(label: string): string {
  return `l${Buffer.from(label).toString('hex')}`
}

/** Begins as no word does that somebody types, so that their first letters do not find it. */
function titleSpaceWord(spaceId: number): string {
  return `§${spaceId}`
}
