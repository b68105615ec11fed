/** What was searched for and not found: what a wiki lacks, or calls by another name. @module */
import { bounds } from '../../../base/bounds.ts'
import { type Database, queryAll, type Transaction } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { type AskedWord, typedText } from './asked-words.ts'

interface MissedSearchInput {
  /** Its words, folded: two spellings of one question are one. */
  readonly question: string
  readonly now: number
}

export const noteMissedSearch: Transaction<MissedSearchInput, void> = function* (
  { question, now },
  dialect,
) {
  yield* queryAll([
    // A row that is always there: those who count come one after the other.
    sql`select id from license ${dialect.forUpdate}`,
    sql`insert into missed_searches (question, times, last_at) values (${question}, 1, ${now})
      on conflict (question) do update
      set times = missed_searches.times + 1, last_at = excluded.last_at`,
    sql`delete from missed_searches where question not in (
      select question from missed_searches
      order by last_at desc, question limit ${bounds.missedSearches.most})`,
  ])
}

/** Takes the words of searches that found nothing; who made them is not kept. */
export type NoteMissed = (words: readonly AskedWord[]) => void

/**
 * Make what takes them. Nobody waits for it, and while one is written others are not counted: however
 * many search, this is one write at a time.
 */
export function missedSearches(database: Pick<Database, 'write'>, clock: () => Date): NoteMissed {
  let isWriting = false
  return (words) => {
    if (isWriting) return
    isWriting = true
    const missed = { question: typedText(words), now: clock().getTime() }
    // A store that takes no writes now still answers searches.
    database
      .write(noteMissedSearch, missed)
      .catch(() => {})
      .finally(() => {
        isWriting = false
      })
  }
}
