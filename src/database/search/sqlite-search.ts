/** Full-text search by SQLite's FTS5. @module */
import { isAnyOf, type Statement, sql } from '../sql.ts'
import type { AskedPages, SearchIndex, SomePages } from './search-index.ts'
import { indexText } from './search-words.ts'

/** Begins as no word does that somebody types, so that their first letters do not find it. */
const titleSpaceMark = '§'

/** What stands in the column `space`: words that the tokenizer keeps whole, of space and labels. */
const placeWords = sql`'s' || space_id || coalesce((
  select group_concat(' l' || lower(hex(value)), '')
  from json_each('["' || replace(labels, ' ', '","') || '"]') where value <> ''), '')`

export const sqliteSearch: SearchIndex = {
  wordsOf: (_, text) => indexText(text),
  put: (page, { title, text, words }) => [
    sql`insert into page_texts (space_id, page_id, body)
      select space_id, id, cast(${text} as text) from (${page}) page where 1 = 1
      on conflict (space_id, page_id) do update set body = excluded.body`,
    sql`insert into temp.waiting_words (page_id, space_id, title, labels, body)
      select id, space_id, ${indexText(title)}, labels, ${words} from (${page}) page where 1 = 1
      on conflict (page_id)
      do update set title = excluded.title, labels = excluded.labels, body = excluded.body`,
  ],
  putTitle: (page, title) => [
    sql`insert into temp.waiting_words (page_id, space_id, title)
      select id, space_id, ${indexText(title)} from (${page}) page where 1 = 1
      on conflict (page_id) do update set title = excluded.title`,
  ],
  // A version that shares this commit may still wait with its words.
  remove: (pageIds) => [
    sql`delete from temp.waiting_words where ${isAnyOf(sql`page_id`, pageIds)}`,
    sql`delete from page_words where ${isAnyOf(sql`rowid`, pageIds)}`,
    sql`delete from title_words where ${isAnyOf(sql`rowid`, pageIds)}`,
  ],
  // Every savepoint makes the index write out what it has gathered, and so does a row that is not behind
  // the last one. At the end, in order, it does so once.
  beforeCommit: [
    sql`insert or replace into page_words (rowid, space, title, body)
      select page_id, ${placeWords}, title, cast(body as text)
      from temp.waiting_words where body is not null order by page_id`,
    sql`insert or replace into title_words (rowid, space, title)
      select page_id, ${titleSpaceMark} || space_id, title from temp.waiting_words order by page_id`,
    sql`delete from temp.waiting_words`,
  ],
  preparation: `
    pragma temp_store = memory;
    create temp table waiting_words (
      page_id integer primary key, space_id integer not null, title text not null, labels text, body
    )`,
  find,
  findSome,
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

function spaceWord(spaceId: number): string {
  return `s${spaceId}`
}

function labelWord(label: string): string {
  return `l${Buffer.from(label).toString('hex')}`
}

function titleSpaceWord(spaceId: number): string {
  return `${titleSpaceMark}${spaceId}`
}
