/** The form in which titles are sorted. @module */

const maxOrderLength = 255
const maxDigits = 99

/** Titles sort without case and accents, and with numbers by value. */
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

/** Numbers with more digits are greater, so the count of digits comes first. */
function withCount(run: string): string {
  const digits = run.replace(/^0+(?=\d)/, '')
  return String(Math.min(digits.length, maxDigits)).padStart(2, '0') + digits
}
