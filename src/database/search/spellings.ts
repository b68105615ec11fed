/** Words that somebody may have meant: all that are one slip away from what was typed. @module */

/** Letters of the scripts in which words are spelled by them; others are looked for in the word itself. */
const alphabets: readonly (readonly [script: RegExp, letters: string])[] = [
  [/\p{sc=Latn}/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/\p{sc=Cyrl}/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ'],
  [/\p{sc=Grek}/u, 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ'],
]

/** Shorter words are one slip away from too many, longer ones have too many slips. */
const [minLength, maxLength] = [3, 32]

/**
 * List all words that become this one by a slip: two letters that changed places, one too many, one that
 * is missing, or another one.
 * @returns Some hundreds for a word that people type; none for one that is too short or too long.
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
