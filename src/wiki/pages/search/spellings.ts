/** Corrects typing errors: lists similar words, and chooses the likeliest. @module */
import type { IndexWord } from '../../../store/search/search-index.ts'
import { indexWords } from '../../../store/search/search-words.ts'

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

/**
 * The form of each word that most of these texts have, together with forms of all other words.
 * @returns The forms by typed word; undefined when no text has a form of each word.
 */
export function likeliestForms(
  texts: readonly string[],
  words: readonly IndexWord[],
): ReadonlyMap<string, string> | undefined {
  const candidates = new Map<string, { forms: Map<string, string>; weight: number }>()
  for (const text of texts) {
    const textWords = indexWords(text)
    const forms = new Map<string, string>()
    for (const word of words) {
      const form = commonForm(textWords, word)
      if (form !== undefined) forms.set(word.text, form)
    }
    if (forms.size < words.length) continue
    const key = [...forms.values()].join(' ')
    const weight = [...forms].reduce((product, pair) => product * likelihood(...pair), 1)
    const candidate = candidates.get(key) ?? { forms, weight: 0 }
    candidates.set(key, { forms, weight: candidate.weight + weight })
  }
  const [best] = [...candidates.values()].sort((left, right) => right.weight - left.weight)
  return best?.forms
}

/** The typed word itself, if the text has it. */
function commonForm(textWords: readonly string[], word: IndexWord): string | undefined {
  const [typed, ...others] = word.forms ?? []
  const isWhole = !others.some(({ isPrefix }) => isPrefix)
  const otherTexts = new Set(others.map(({ text }) => text))
  const weights = new Map<string, number>()
  for (const textWord of textWords) {
    if (typed?.isPrefix ? textWord.startsWith(typed.text) : textWord === word.text) return word.text
    const length = word.text.length
    const starts = [length + 1, length, length - 1].map((end) => textWord.slice(0, end))
    const form = (isWhole ? [textWord] : starts).find((start) => otherTexts.has(start))
    if (form === undefined) continue
    weights.set(form, (weights.get(form) ?? 0) + likelihood(word.text, form))
  }
  return [...weights].sort(([, left], [, right]) => right - left)[0]?.[0]
}

/** Most words are typed well, and people seldom mistype the first letter. */
function likelihood(typed: string, form: string): number {
  if (form === typed) return 16
  return form[0] === typed[0] ? 4 : 1
}
