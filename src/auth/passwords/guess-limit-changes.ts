/** The transactions that count password guesses. @module */
import { query, queryAll, type Transaction } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'

export interface TryCount {
  readonly key: string
  readonly costMs: number
  readonly spanMs: number
  readonly isNeverRefused: boolean
}

export interface TryRow {
  readonly key: string
  readonly tries: number
  readonly empty_at: number
}

/**
 * A row no longer counts if its bucket is empty, or so full that the clock must have been wrong.
 */
export function isOver(nowMs: number, spanMs: number): Statement {
  return sql`(password_tries.empty_at <= ${nowMs}
    or password_tries.empty_at > ${nowMs + 2 * spanMs})`
}

/** Each try adds three rows at most and deletes up to this many expired ones. */
const purgedRows = 10

/** Add a try to its buckets, and take it back if one of them overflows. */
export const countTries: Transaction<
  { counts: readonly TryCount[]; nowMs: number },
  readonly TryRow[]
> = function* ({ counts, nowMs }, dialect) {
  const rows = yield* query<TryRow>(upsert(counts, nowMs))
  // Concurrent tries may have been added since the check.
  const isTooMany = counts.some(({ key, spanMs, isNeverRefused }) => {
    const row = rows.find((one) => one.key === key)
    return row !== undefined && !isNeverRefused && row.empty_at - nowMs > spanMs
  })
  if (isTooMany) yield* giveTriesBack({ counts }, dialect)
  yield* query(sql`
    delete from password_tries where key in (
      select key from password_tries where empty_at <= ${nowMs}
      order by empty_at limit ${purgedRows} ${dialect.forUpdateSkipLocked})`)
  return rows
}

/** One statement in the order of keys, so that concurrent tries cannot deadlock. */
function upsert(counts: readonly TryCount[], nowMs: number): Statement {
  const ordered = [...counts].sort((one, other) => (one.key < other.key ? -1 : 1))
  const [first = sql``, ...others] = ordered.map(
    ({ key, costMs }) => sql`(${key}, 1, ${nowMs + costMs})`,
  )
  const over = isOver(nowMs, counts[0]?.spanMs ?? 0)
  const rows = others.reduce((list, row) => sql`${list}, ${row}`, first)
  return sql`
    insert into password_tries (key, tries, empty_at) values ${rows}
    on conflict (key) do update set
      tries = case when ${over} then 1 else password_tries.tries + 1 end,
      empty_at = case when ${over} then excluded.empty_at
        else password_tries.empty_at + excluded.empty_at - ${nowMs} end
    returning key, tries, empty_at`
}

export const giveTriesBack: Transaction<{ counts: readonly TryCount[] }, void> = function* ({
  counts,
}) {
  const ordered = [...counts].sort((one, other) => (one.key < other.key ? -1 : 1))
  yield* queryAll(
    ordered.map(
      ({ key, costMs }) => sql`
        update password_tries set tries = tries - 1, empty_at = empty_at - ${costMs}
        where key = ${key} and tries > 0`,
    ),
  )
}
