/**
 * Cuts text into the words by which pages are found: the same for what is indexed and for what is
 * asked, on every engine and in any script.
 * @module
 */
import { append } from '../../base/append.ts'

export interface SearchWord {
  /** Folded, so that words which people take for the same are equal. */
  readonly text: string
  /** Written in a script that puts no spaces between words; then it may be several of them. */
  readonly isRun: boolean
  /** Somebody is still typing it, so that any word may be meant that starts with it. */
  readonly isUnfinished?: boolean
}

const minPrefixLength = 3
/** Longer words are cut: engines have limits, and nobody types more. */
const maxWordLength = 64

const inRuns =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}]]'
const pattern = new RegExp(`(${inRuns}+)|[[\\p{L}\\p{N}\\p{M}]--${inRuns}]+`, 'gv')
const hasOnlyAscii = /^[\u0000-\u007f]*$/

/** A word where it stands in a text. */
export interface PlacedWord extends SearchWord {
  readonly start: number
  readonly end: number
}

/** Go through the words of a text. */
export function* placedWords(text: string): Generator<PlacedWord> {
  for (const match of text.matchAll(pattern)) {
    const { index: start, 0: word, 1: run } = match
    const isRun = run !== undefined
    const folded = foldWord(word)
    const text = isRun ? folded : [...folded].slice(0, maxWordLength).join('')
    if (text !== '') yield { text, isRun, start, end: start + word.length }
  }
}

/**
 * List the words to index a text by, in order. A run is cut into pairs of characters and its last
 * one, so that any part of it is found.
 */
export function indexWords(text: string): string[] {
  // Far faster than looking at each word, and most text is like this.
  if (hasOnlyAscii.test(text)) {
    return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) =>
      word.slice(0, maxWordLength),
    )
  }
  const words: string[] = []
  for (const { text: word, isRun } of placedWords(text)) {
    if (isRun) append(words, pairs(word))
    words.push(isRun ? ([...word].at(-1) as string) : word)
  }
  return words
}

/**
 * Write the words to index a text by, in order, for an engine that cuts where there is no ASCII
 * letter or digit, and folds ASCII letters.
 */
export function indexText(text: string): string {
  return hasOnlyAscii.test(text) ? text : indexWords(text).join(' ')
}

/** List the words of the index that all must be found for a word that was asked for. */
export function askedWords({
  text,
  isRun,
  isUnfinished = false,
}: SearchWord): { text: string; isPrefix: boolean }[] {
  const cut = isRun ? pairs(text) : []
  if (cut.length > 0) return cut.map((pair) => ({ text: pair, isPrefix: false }))
  // Prefixes find inflected forms in any language; those of one or two letters find everything.
  return [{ text, isPrefix: isRun || isUnfinished || isLong(text) }]
}

/** Tell whether the start of a word says enough to look for it in all texts. */
export function isLong(text: string): boolean {
  return text.length >= minPrefixLength
}

function pairs(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const letter = new RegExp(`[[\\p{L}\\p{N}\\p{M}]--${inRuns}]`, 'v')
const foldedLetters = new Map<string, string>()

/**
 * Fold a whole text such that every word stays where it stands.
 * @returns Undefined where that cannot be: folding would change lengths, or depends on neighbours.
 */
export function foldInPlace(text: string): string | undefined {
  if (hasOnlyAscii.test(text)) return text.toLowerCase()
  // Marks and jamo join their neighbours, and what becomes of a capital sigma depends on them.
  if (/[\p{M}\u1100-\u11ffΣ]/u.test(text)) return undefined
  const folded = text.replace(/[^\u0000-\u007f]/gu, (character) => {
    const known = foldedLetters.get(character)
    if (known !== undefined) return known
    const made = /[\p{L}\p{N}]/u.test(character) ? foldWord(character) : character
    foldedLetters.set(character, made)
    return made
  })
  return folded.length === text.length ? folded.toLowerCase() : undefined
}

/** Tell whether a letter or digit stands at some place of a text: not one of a run. */
export function isLetterAt(text: string, place: number): boolean {
  const code = text.charCodeAt(place)
  if (Number.isNaN(code)) return false
  if (code < 0x80) return isAsciiLetter[code] === true
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff
  return letter.test(String.fromCodePoint(text.codePointAt(isSecondHalf ? place - 1 : place) ?? 0))
}

const isAsciiLetter = Array.from({ length: 0x80 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)),
)

/** Width and case do not count, nor do marks on Latin letters; elsewhere they make other letters. */
function foldWord(word: string): string {
  if (hasOnlyAscii.test(word)) return word.toLowerCase()
  return word
    .normalize('NFKD')
    .replace(/(\p{sc=Latn})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}
