/** Marks of lines, which a text keeps while it is taken apart as a whole. @module */

/** What stands before a number of three digits, in letters that no author's text has beside sealed code. */
const mark = '\uf4a9'
const zero = 0xf400
const digitBits = 7
const digitMask = 2 ** digitBits - 1
const all = /\uf4a9[\uf400-\uf47f]{3}/g

/** Write a mark. */
export function markOf(line: number): string {
  const digits = [2, 1, 0].map((place) => zero + ((line >> (place * digitBits)) & digitMask))
  return mark + String.fromCharCode(...digits)
}

/**
 * Read the last mark before a place.
 * @returns 1 where there is none.
 */
export function lineBefore(text: string, at: number): number {
  const from = text.lastIndexOf(mark, at)
  if (from === -1) return 1
  let line = 0
  for (const digit of text.slice(from + 1, from + 4)) {
    line = (line << digitBits) | (digit.charCodeAt(0) - zero)
  }
  return line
}

export function withoutLineMarks(text: string): string {
  return text.replace(all, '')
}
