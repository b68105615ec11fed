/** How many changes of characters lead from one text to another. @module */
import type { WorkLeft } from './compared-texts.ts'

/**
 * Count the characters to be added, removed and replaced between two short texts.
 * @param limit From here on it does not matter how many.
 * @param left Less by what was done.
 * @returns The count; one that is over the limit may be too low.
 */
export function textDistance(one: string, other: string, limit: number, left: WorkLeft): number {
  if (one === other) return 0
  const row = Uint16Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i += 1) {
    const code = one.charCodeAt(i - 1)
    let diagonal = i - 1
    let before = i
    let least = i
    row[0] = i
    for (let j = 1; j <= other.length; j += 1) {
      const above = row[j] as number
      const kept = diagonal + (code === other.charCodeAt(j - 1) ? 0 : 1)
      before = Math.min(above + 1, before + 1, kept)
      row[j] = before
      diagonal = above
      if (before < least) least = before
    }
    left.cells -= other.length
    if (least > limit) return least
  }
  return row[other.length] as number
}
