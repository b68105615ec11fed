/** The one form in which titles are sorted. @module */

/** Enough to tell titles apart; an index holds it. */
const maxOrderLength = 255
/** A number of more digits is sorted by its first ones. */
const maxDigits = 99

/**
 * Fold a title to a text whose characters sort as people expect: without case and accents, and with
 * numbers as numbers.
 * @param title The title as somebody wrote it.
 */
export function titleOrder(title: string): string {
  const folded = title
    .trim()
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return folded
    .slice(0, maxOrderLength)
    .replace(/\d+/g, withCount)
    .slice(0, maxOrderLength)
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
}

/** A number with more digits is the greater one, so their count comes first. */
function withCount(run: string): string {
  const digits = run.replace(/^0+(?=\d)/, '')
  return String(Math.min(digits.length, maxDigits)).padStart(2, '0') + digits
}
