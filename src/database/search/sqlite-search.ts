/** Full-text search by SQLite's FTS5. @module */
import { deferred, type Statement, sql } from '../sql.ts'
import type { AskedPages, IndexedPage, SearchIndex } from './search-index.ts'
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
    ]
  },
  find,
}

/** Each half is a list of bounded length, so that a word that all pages have costs no more. */
function find(asked: AskedPages): Statement {
  const { words, label, spaceIds, condition, maxTitled, maxFound } = asked
  const all = words.map(({ text, isPrefix }) => `"${text}"${isPrefix ? '*' : ''}`)
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
