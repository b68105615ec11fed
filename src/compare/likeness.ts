/** How alike two texts are. @module */

/** More of a text is not looked at. */
export const maxLength = 10_000

/** What of a text is compared with others. */
export interface Measured {
  /** Its words, however often they stand in it. */
  readonly words: ReadonlySet<string>
  /** The whole, for what it begins and ends with. */
  readonly ends: string
}

/** Take a text apart once, however many it is compared with. */
export function measureText(whole: string): Measured {
  const ends = whole.slice(0, maxLength)
  return { words: new Set(ends.match(/[\p{L}\p{N}]+/gu)), ends }
}

/**
 * Tell which share two texts have in common: as words, or as what both begin and end with, whichever
 * is more.
 * @returns From 0 to 1.
 */
export function likeness(one: Measured, other: Measured): number {
  return Math.max(sharedEnds(one.ends, other.ends), sharedWords(one.words, other.words))
}

function sharedEnds(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  if (shorter === 0) return 0
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return (2 * (start + end)) / (a.length + b.length)
}

/** Sørensen–Dice: twice what both have, by what they have together. */
function sharedWords(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0
  for (const word of words) if (others.has(word)) common += 1
  return common === 0 ? 0 : (2 * common) / (words.size + others.size)
}
