/** Full-text search with SQLite's FTS5. @module */
import { isAnyOf, type Statement, sql } from '../sql.ts'
import type { AskedPages, AskedWords, IndexWord, SearchIndex, Tier } from './search-index.ts'
import { inTiers, tiers } from './search-index.ts'
import { indexText } from './search-words.ts'

/** Starts the index terms of spaces and labels, so that no typed prefix matches them. */
const placeMark = '§'

const placeWords = sql`${placeMark} || 's' || space_id || coalesce((
  select group_concat(${` ${placeMark}l`} || lower(hex(value)), '')
  from json_each('["' || replace(labels, ' ', '","') || '"]') where value <> ''), '')`

export const sqliteSearch: SearchIndex = {
  wordsOf: ({ text }) => indexText(text),
  put: (page, { title, text, headings, words }) => [
    sql`insert into page_texts (space_id, page_id, body, headings)
      select space_id, id, cast(${text} as text), cast(${headings} as text)
      from (${page}) page where 1 = 1
      on conflict (space_id, page_id)
      do update set body = excluded.body, headings = excluded.headings`,
    sql`insert into temp.waiting_words (page_id, space_id, title, labels, headings, body)
      select id, space_id, ${indexText(title)}, labels, ${headings}, ${words}
      from (${page}) page where 1 = 1
      on conflict (page_id) do update set title = excluded.title, labels = excluded.labels,
        headings = excluded.headings, body = excluded.body`,
  ],
  // An earlier transaction of the same commit may have left words of this page here.
  remove: (pageIds) => [
    sql`delete from temp.waiting_words where ${isAnyOf(sql`page_id`, pageIds)}`,
    sql`delete from page_words where ${isAnyOf(sql`rowid`, pageIds)}`,
    sql`delete from title_words where ${isAnyOf(sql`rowid`, pageIds)}`,
  ],
  // FTS5 writes out its buffer at every savepoint and every row out of order, so insert all rows in
  // order at the end of the commit.
  beforeCommit: [
    sql`insert or replace into page_words (rowid, space, title, body)
      select page_id, ${placeWords}, title, cast(body as text)
      from temp.waiting_words order by page_id`,
    sql`insert or replace into title_words (rowid, space, title, headings)
      select page_id, ${placeWords}, title, cast(headings as text)
      from temp.waiting_words order by page_id`,
    sql`delete from temp.waiting_words`,
  ],
  preparation: `
    pragma temp_store = memory;
    create temp table waiting_words (
      page_id integer primary key, space_id integer not null, title text not null,
      labels text not null, headings not null, body not null
    )`,
  find,
  // A prefix query reads the pages of all its words before its first row, so look up the words one
  // by one instead.
  wordsBegunBy: (text, limit) => sql`
    with recursive begun (word) as (
      select (select term from page_vocabulary where term >= ${text} limit 1)
      union all
      select (select term from page_vocabulary where term >= word || char(1) limit 1)
      from begun where word < ${text + lastCharacter} limit ${limit}
    )
    select word from begun where word < ${text + lastCharacter}`,
}

const lastCharacter = '\u{10ffff}'

const lists: Readonly<
  Record<Tier, readonly [table: Statement, columns: string, score: Statement]>
> = {
  // Short titles come first, whatever the other words are.
  title: [sql`title_words`, 'title', sql`1000000 - length(p.title_order)`],
  headings: [sql`title_words`, 'title headings', sql`-bm25(title_words, 0, 2, 1)`],
  text: [sql`page_words`, 'title body', sql`-bm25(page_words, 0, 10, 1)`],
}

/** Limits every tier, so that a word on all pages costs no more. */
function find(asked: AskedPages): Statement {
  return inTiers(asked, (tier, limit) => {
    const [table, columns, score] = lists[tier]
    return sql`select * from (
      select p.id, ${tiers[tier]} as tier, ${score} as score
      from ${table} cross join ${asked.pages} p on p.id = ${table}.rowid
      where ${table} match ${matchOf(asked, columns)}
        and p.status = 'current' and ${asked.condition}
      order by ${table}.rowid desc limit ${limit})`
  })
}

function matchOf({ words, label, spaceIds }: AskedWords, columns: string): string {
  const spaces = spaceIds?.map((id) => `"${placeMark}s${id}"`).join(' OR ')
  return [
    ...(spaces === undefined ? [] : [`space : (${spaces})`]),
    ...(label === undefined
      ? []
      : [`space : "${placeMark}l${Buffer.from(label).toString('hex')}"`]),
    ...(words.length === 0 ? [] : [`{${columns}} : (${words.map(matchOfWord).join(' AND ')})`]),
  ].join(' AND ')
}

function matchOfWord({ text, isPrefix, forms = [] }: IndexWord): string {
  if (forms.length > 0) return `(${forms.map(matchOfWord).join(' OR ')})`
  return `"${text}"${isPrefix ? '*' : ''}`
}
