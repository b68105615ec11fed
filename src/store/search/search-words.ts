/** Splits texts and queries into search words, alike on every engine. @module */
import { append } from '../../contract/base/lists.ts'

export interface SearchWord {
  readonly text: string
  readonly isRun: boolean
  readonly isUnfinished?: boolean
}

const minPrefixLength = 3
const maxWordLength = 64

const inRuns =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}]]'
const pattern = new RegExp(`(${inRuns}+)|[[\\p{L}\\p{N}\\p{M}]--${inRuns}]+`, 'gv')
const hasOnlyAscii = /^[\u0000-\u007f]*$/

export interface PlacedWord extends SearchWord {
  readonly start: number
  readonly end: number
}

export function* placedWords(text: string): Generator<PlacedWord> {
  for (const match of text.matchAll(pattern)) {
    const { index: start, 0: word, 1: run } = match
    const isRun = run !== undefined
    const folded = foldWord(word)
    const text = isRun ? folded : [...folded].slice(0, maxWordLength).join('')
    if (text !== '') yield { text, isRun, start, end: start + word.length }
  }
}

/** Cuts a run without spaces into pairs of characters, so that every part of it can be found. */
export function indexWords(text: string): string[] {
  // Most text is ASCII, where this is far faster.
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

/** For engines that split at everything but ASCII letters and digits, and fold ASCII case. */
export function indexText(text: string): string {
  return hasOnlyAscii.test(text) ? text : indexWords(text).join(' ')
}

export function askedWords({
  text,
  isRun,
  isUnfinished = false,
}: SearchWord): { text: string; isPrefix: boolean }[] {
  const pairsOfRun = isRun ? pairs(text) : []
  if (pairsOfRun.length > 0) return pairsOfRun.map((pair) => ({ text: pair, isPrefix: false }))
  // Prefixes match inflected forms in any language; those of one or two letters match too much.
  return [{ text, isPrefix: isRun || isUnfinished || isLong(text) }]
}

export function isLong(text: string): boolean {
  return text.length >= minPrefixLength
}

function pairs(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const letter = new RegExp(`[[\\p{L}\\p{N}\\p{M}]--${inRuns}]`, 'v')
const foldedLetters = new Map<string, string>()

/** Returns undefined if folding would move words or depends on neighbours. */
export function foldInPlace(text: string): string | undefined {
  // Two UTF-16 units may fold to one, and hide that another letter grew.
  if (/[\ud800-\udfff]/.test(text)) return undefined
  if (hasOnlyAscii.test(text)) return text.toLowerCase()
  // Combining marks and jamo join their neighbours, and folding a capital sigma depends on them.
  if (/[\p{M}\u1100-\u11ffΣ]/u.test(text)) return undefined
  const folded = text.replace(/[^\u0000-\u007f]/gu, (character) => {
    const cachedLetter = foldedLetters.get(character)
    if (cachedLetter !== undefined) return cachedLetter
    const letter = /[\p{L}\p{N}]/u.test(character) ? foldWord(character) : character
    foldedLetters.set(character, letter)
    return letter
  })
  return folded.length === text.length ? folded.toLowerCase() : undefined
}

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

/** Ignores width, case, and marks on Latin letters; in other scripts marks make other letters. */
function foldWord(word: string): string {
  if (hasOnlyAscii.test(word)) return word.toLowerCase()
  return word
    .normalize('NFKD')
    .replace(/(\p{sc=Latn})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}
