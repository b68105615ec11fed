/** Bounds how often something may be guessed: a number of tries for each key in a span of time. @module */
import type { Clock } from './clock.ts'

export interface GuessLimit {
  /**
   * Count a try, before it is made, so that tries at the same time count as well.
   * @param key What the tries have in common: a name, an address.
   * @returns How many seconds to wait, or `undefined` when the try may be made.
   */
  take(key: string): number | undefined
  /** Take a try back that was no wrong guess. */
  giveBack(key: string): void
}

interface Span {
  readonly endsAtMs: number
  count: number
}

/** So that made-up keys cannot take the memory; the oldest are forgotten first. */
const maxKeys = 20_000

/**
 * Make the limit of one process.
 * @param clock The time.
 * @param bounds How many tries a span of time has.
 */
export function guessLimit(
  clock: Clock,
  { maxGuesses, spanMs }: { maxGuesses: number; spanMs: number },
): GuessLimit {
  const spans = new Map<string, Span>()
  return {
    take(key) {
      const nowMs = clock().getTime()
      const found = spans.get(key)
      if (found !== undefined && found.endsAtMs > nowMs) {
        if (found.count >= maxGuesses) return Math.ceil((found.endsAtMs - nowMs) / 1000)
        found.count += 1
        return undefined
      }
      spans.delete(key)
      if (spans.size >= maxKeys) spans.delete(spans.keys().next().value as string)
      spans.set(key, { endsAtMs: nowMs + spanMs, count: 1 })
      return undefined
    },
    giveBack(key) {
      const span = spans.get(key)
      if (span !== undefined && span.count > 0) span.count -= 1
    },
  }
}
