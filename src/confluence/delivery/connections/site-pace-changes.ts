/** Transactions by which all processes share a site's rate limit. @module */
import { query, type Transaction } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'

interface TakeInput {
  readonly baseUrl: string
  readonly now: number
  readonly requests: number
  readonly perSecond: number
  readonly burst: number
}

export interface Allowance {
  readonly granted: number
  /** Milliseconds to wait where nothing was granted. */
  readonly waitMs: number
}

/** Sites may ask for days, but are tried again after this. */
export const maxBlockMs: number = 15 * 60_000
/** Clocks of processes differ by less; a later time comes from a clock that was set back. */
const maxAheadMs = 60_000

export const takeAllowance: Transaction<TakeInput, Allowance> = function* (input, dialect) {
  const { baseUrl, now, burst } = input
  yield* query(sql`
    insert into site_paces (base_url, allowance, refilled_at, blocked_until, slow_until)
    values (${baseUrl}, ${burst}, ${now}, 0, 0) on conflict (base_url) do nothing`)
  const [row] = (yield* query(sql`
    select allowance, refilled_at, blocked_until, slow_until from site_paces
    where base_url = ${baseUrl} ${dialect.forUpdate}`)) as unknown as PaceRow[]
  const { allowance, ...until } = row as PaceRow
  const blockedMs = until.blocked_until - now
  if (blockedMs > 0 && blockedMs < maxBlockMs + maxAheadMs) return { granted: 0, waitMs: blockedMs }
  const refilledAt = until.refilled_at > now + maxAheadMs ? now : until.refilled_at
  const share = until.slow_until > now ? 0.5 : 1
  const perSecond = input.perSecond * share
  const elapsedMs = Math.max(0, now - refilledAt)
  const available = Math.min(burst * share, allowance + (elapsedMs / 1000) * perSecond)
  const granted = Math.min(input.requests, Math.floor(available))
  yield* query(sql`
    update site_paces set allowance = ${available - granted}, refilled_at = ${Math.max(now, refilledAt)}
    where base_url = ${baseUrl}`)
  return { granted, waitMs: granted > 0 ? 0 : Math.ceil(((1 - available) / perSecond) * 1000) }
}

interface PaceRow {
  readonly allowance: number
  readonly refilled_at: number
  readonly blocked_until: number
  readonly slow_until: number
}

interface SlowInput {
  readonly baseUrl: string
  readonly now: number
  readonly blockedUntil: number
  readonly slowUntil: number
}

export const slowSite: Transaction<SlowInput, void> = function* (input) {
  yield* query(sql`
    insert into site_paces (base_url, allowance, refilled_at, blocked_until, slow_until)
    values (${input.baseUrl}, 0, ${input.now}, ${input.blockedUntil}, ${input.slowUntil})
    on conflict (base_url) do update set allowance = 0,
      blocked_until = case when site_paces.blocked_until > excluded.blocked_until
        then site_paces.blocked_until else excluded.blocked_until end,
      slow_until = case when site_paces.slow_until > excluded.slow_until
        then site_paces.slow_until else excluded.slow_until end`)
}
