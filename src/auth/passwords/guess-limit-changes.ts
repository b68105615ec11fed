/** The transactions that count guessed passwords. @module */
import { query, queryAll, type Transaction } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'

/** One bucket that a try goes into. */
export interface TryCount {
  readonly key: string
  /** How much of the span one try takes up. */
  readonly costMs: number
  readonly spanMs: number
  /** Whether it only measures. */
  readonly isNeverRefused: boolean
}

export interface TryRow {
  readonly key: string
  readonly tries: number
  /** The bucket is as full as this instant is away. */
  readonly empty_at: number
}

/**
 * Make the condition of a row that counts for nothing: it is empty, or so far from it that the clock
 * was wrong when it was written.
 */
export function isOver(nowMs: number, spanMs: number): Statement {
  return sql`(password_tries.empty_at <= ${nowMs}
    or password_tries.empty_at > ${nowMs + 2 * spanMs})`
}

/** Each try adds three rows at most and takes out up to this many, so that old ones cannot pile up. */
const purgedRows = 10

/** What the buckets hold with the try in them, which is taken out again if one is too full for it. */
export const countTries: Transaction<
  { counts: readonly TryCount[]; nowMs: number },
  readonly TryRow[]
> = function* ({ counts, nowMs }, dialect) {
  const rows = yield* query<TryRow>(upsert(counts, nowMs))
  // Others may have come in between: their tries and this one can be one too many together.
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

/** One statement, in the order of keys, in which all others lock these rows too. */
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
