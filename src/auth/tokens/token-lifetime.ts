/** How long tokens live, and when their end is near. @module */
import { RequestError } from '../../contract/errors.ts'

/** A duration, or the end of a day in UTC such as `2027-01-31`. */
export type Lifetime = { readonly lifetimeMs: number } | { readonly expiresOn: string }

const dayMs = 24 * 60 * 60 * 1000
const maxLifetimeMs = 365 * dayMs
const maxSoonMs = 7 * dayMs

/**
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
  // `Date.parse` reads 30 February as a day of March.
  const isReal = isDay && dayOf(Date.parse(day)) === day
  if (!isReal || day < first || day > last) {
    throw new RequestError('bad-request', `expiresOn must be a day from ${first} to ${last}.`, {
      field: 'expiresOn',
    })
  }
  return Date.parse(`${day}T23:59:59Z`)
}

export function offeredDays(nowMs: number): { first: string; last: string } {
  return { first: dayOf(nowMs + dayMs), last: dayOf(nowMs + maxLifetimeMs - dayMs) }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Whether a quarter of the token's life is left or less, and at most seven days. */
export function isExpiringSoon(
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
  now: Date,
): boolean {
  const leftMs = expiresAt.getTime() - now.getTime()
  const lifeMs = expiresAt.getTime() - createdAt.getTime()
  return leftMs > 0 && leftMs <= Math.min(maxSoonMs, lifeMs / 4)
}

export function soonUntil(now: Date): Date {
  return new Date(now.getTime() + maxSoonMs)
}
