/** Suggests words that are one typing error away. @module */

/** Letters to insert or replace, by script; other scripts use only the letters of the word. */
const alphabets: readonly (readonly [script: RegExp, letters: string])[] = [
  [/\p{sc=Latn}/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/\p{sc=Cyrl}/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ'],
  [/\p{sc=Grek}/u, 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ'],
]

/** Short words resemble too many others; long ones have too many variants. */
const [minLength, maxLength] = [3, 32]

/** Words with one error; none for a word that is too short or too long. */
export function spellings(word: string): string[] {
  const letters = [...word]
  if (letters.length < minLength || letters.length > maxLength) return []
  const alphabet = new Set(letters)
  for (const [script, scriptLetters] of alphabets)
    if (script.test(word)) for (const letter of scriptLetters) alphabet.add(letter)
  const variants = new Set<string>()
  for (let index = 0; index <= letters.length; index += 1) {
    const start = letters.slice(0, index).join('')
    const [at = '', following = '', ...tail] = letters.slice(index)
    const ending = following + tail.join('')
    variants.add(start + following + at + tail.join(''))
    variants.add(start + ending)
    for (const letter of alphabet) {
      variants.add(start + letter + at + ending)
      if (at !== '') variants.add(start + letter + ending)
    }
  }
  variants.delete(word)
  return [...variants]
}
