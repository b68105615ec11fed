/** Sets of words that are written as text. @module */

/** Collect the words of a text, which stand with space between. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.match(/\S+/g))
}
