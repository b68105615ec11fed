/** Words when a token ends, and tells when that is soon. @module */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Time enough for a person to make another and hand it to the CI. */
const soonMs = 7 * dayMs

/** Tell whether the end is near enough for a warning. */
export function isEndingSoon(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= soonMs
}

/** Say when a token ends. */
export function tokenEndLine(expiresAt: Date, now: Date): string {
  return `The token ends on ${wordTokenEnd(expiresAt, now)}.`
}

/** Word the end, as `2026-12-01, in 24 days`; in the last two days with the time of the day. */
export function wordTokenEnd(expiresAt: Date, now: Date): string {
  const [day = '', time = ''] = expiresAt.toISOString().split('T')
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs >= 2 * dayMs) return `${day}, in ${Math.round(leftMs / dayMs)} days`
  const hours = Math.floor(leftMs / hourMs)
  const left = hours < 1 ? 'less than an hour' : hours === 1 ? '1 hour' : `${hours} hours`
  return `${day} at ${time.slice(0, 5)} UTC, in ${left}`
}
