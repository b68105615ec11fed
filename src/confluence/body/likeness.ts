/** How alike two texts are. @module */

/** More of a text is not looked at. */
const maxLength = 10_000

/**
 * Tell which share two texts have in common: as words, or as what both begin and end with, whichever
 * is more.
 * @returns From 0 to 1.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [one.slice(0, maxLength), other.slice(0, maxLength)]
  return a === '' || b === '' ? 0 : Math.max(sharedEnds(a, b), sharedWords(a, b))
}

function sharedEnds(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return (2 * (start + end)) / (a.length + b.length)
}

/** Sørensen–Dice: twice what both have, by what they have together. */
function sharedWords(a: string, b: string): number {
  const [words, others] = [wordSet(a), wordSet(b)]
  let common = 0
  for (const word of words) if (others.has(word)) common += 1
  return common === 0 ? 0 : (2 * common) / (words.size + others.size)
}

function wordSet(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}]+/gu))
}
