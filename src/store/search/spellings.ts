/** Suggests words that are one typing error away. @module */

/**
 * Letters that may be inserted or replaced in words of a script; words of other scripts use their
 * own letters.
 */
const alphabets: readonly (readonly [script: RegExp, letters: string])[] = [
  [/\p{sc=Latn}/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/\p{sc=Cyrl}/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ'],
  [/\p{sc=Grek}/u, 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ'],
]

/** Shorter words are similar to too many others, longer ones have too many variants. */
const [minLength, maxLength] = [3, 32]

/**
 * List all words that differ by one error: two swapped letters, an added, a missing or a different
 * one.
 * @returns Some hundreds of words; none for a word that is too short or too long.
 */
export function spellings(word: string): string[] {
  const letters = [...word]
  if (letters.length < minLength || letters.length > maxLength) return []
  const alphabet = new Set(letters)
  for (const [script, all] of alphabets)
    if (script.test(word)) for (const one of all) alphabet.add(one)
  const found = new Set<string>()
  for (let index = 0; index <= letters.length; index += 1) {
    const before = letters.slice(0, index).join('')
    const [at = '', next = '', ...rest] = letters.slice(index)
    const after = next + rest.join('')
    found.add(before + next + at + rest.join(''))
    found.add(before + after)
    for (const letter of alphabet) {
      found.add(before + letter + at + after)
      if (at !== '') found.add(before + letter + after)
    }
  }
  found.delete(word)
  return [...found]
}
