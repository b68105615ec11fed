/** Chooses lines of a file that is included. @module */

/**
 * Choose lines by their numbers, from 1.
 * @param text The file.
 * @param ranges Such as `2-4,7` or `2:4`, with columns behind a point, which are not looked at; empty
 * for all.
 */
export function chosenLines(text: string, ranges: string): string {
  if (ranges.trim() === '') return text
  const lines = text.split(/\r?\n/)
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = '', to] = range.replace(/\.\d*/g, '').split(/[-:]/)
      const start = Number(from.trim() || 1)
      const end = to === undefined ? start : Number(to.trim() || lines.length)
      return lines.slice(Math.max(0, start - 1), end)
    })
    .join('\n')
}
