/** How long tokens live, and when their end is near. @module */
import { RequestError } from '../../base/errors.ts'

/** For a time, or to the end of a day in UTC, written as `2027-01-31`. */
export type Lifetime = { readonly lifetimeMs: number } | { readonly expiresOn: string }

const dayMs = 24 * 60 * 60 * 1000
const maxLifetimeMs = 365 * dayMs
const maxSoonMs = 7 * dayMs

/**
 * Tell when a token expires.
 * @returns Milliseconds since 1970.
 * @throws {RequestError} `bad-request` when that is not after now, or in more than 365 days.
 */
export function expiryOf(lifetime: Lifetime, issuedAtMs: number): number {
  if ('expiresOn' in lifetime) return endOfDay(lifetime.expiresOn, issuedAtMs)
  const { lifetimeMs } = lifetime
  if (!Number.isFinite(lifetimeMs) || lifetimeMs <= 0 || lifetimeMs > maxLifetimeMs) {
    throw new RequestError(
      'bad-request',
      'The lifetime must be more than 0 and at most 365 days. Give a duration such as 30d.',
      { field: 'lifetimeMs' },
    )
  }
  return issuedAtMs + lifetimeMs
}

function endOfDay(day: string, nowMs: number): number {
  const { first, last } = offeredDays(nowMs)
  const isDay = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) && !Number.isNaN(Date.parse(day))
  // Some days that no calendar has are read as one of the next month.
  const isReal = isDay && dayOf(Date.parse(day)) === day
  if (!isReal || day < first || day > last) {
    throw new RequestError('bad-request', `expiresOn must be a day from ${first} to ${last}.`, {
      field: 'expiresOn',
    })
  }
  return Date.parse(`${day}T23:59:59Z`)
}

/** Tell on which days a token made now may expire: from tomorrow on, and within 365 days. */
export function offeredDays(nowMs: number): { first: string; last: string } {
  return { first: dayOf(nowMs + dayMs), last: dayOf(nowMs + maxLifetimeMs - dayMs) }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/**
 * Tell whether a token's end is near: a quarter of its life is left or less, and at most seven days.
 * @param token When it was made, and when it expires.
 */
export function isExpiringSoon(
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
  now: Date,
): boolean {
  const leftMs = expiresAt.getTime() - now.getTime()
  const lifeMs = expiresAt.getTime() - createdAt.getTime()
  return leftMs > 0 && leftMs <= Math.min(maxSoonMs, lifeMs / 4)
}

/** Tell from when on ends can be near. */
export function soonUntil(now: Date): Date {
  return new Date(now.getTime() + maxSoonMs)
}
