/** Parses search queries into words and synonyms. @module */
import type { Readings } from '../../../store/search/search-index.ts'
import { askedWords, placedWords, type SearchWord } from '../../../store/search/search-words.ts'

export interface AskedWord {
  /** The typed words come first. A page matches a reading if it has all of its words. */
  readonly readings: readonly (readonly SearchWord[])[]
}

/** By the first word of each phrase. */
export type Synonyms = ReadonlyMap<string, readonly SynonymPhrase[]>

interface SynonymPhrase {
  readonly words: readonly SearchWord[]
  readonly group: readonly (readonly SearchWord[])[]
}

interface ParseOptions {
  readonly synonyms?: Synonyms
  readonly isTyping?: boolean | undefined
}

const noSynonyms: Synonyms = new Map()

/** The rest of a long query is ignored, because each word costs time. */
const maxAskedLength = 1_000
const maxAskedWords = 8
const maxPrefixes = 3
const maxSynonyms = 16

export function parseSearch(
  text: string,
  { synonyms = noSynonyms, isTyping = false }: ParseOptions = {},
): AskedWord[] {
  const wordsByText = new Map<string, SearchWord>()
  for (const { text: word, isRun } of placedWords(text.slice(0, maxAskedLength))) {
    wordsByText.set(word, { text: word, isRun })
    if (wordsByText.size === maxAskedWords) break
  }
  const words = [...wordsByText.values()].map((word, index, list) =>
    isTyping && index === list.length - 1 ? { ...word, isUnfinished: true } : word,
  )
  const queryWords: AskedWord[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = longestAt(words, at, synonyms)
    const typed = words.slice(at, at + (phrase?.words.length ?? 1))
    const alternatives = phrase?.group.filter((phraseWords) => phraseWords !== phrase.words) ?? []
    queryWords.push({ readings: [typed, ...alternatives] })
    at += typed.length
  }
  return queryWords
}

function longestAt(
  words: readonly SearchWord[],
  at: number,
  synonyms: Synonyms,
): SynonymPhrase | undefined {
  return (synonyms.get(words[at]?.text ?? '') ?? [])
    .filter((phrase) => phrase.words.every(({ text }, index) => words[at + index]?.text === text))
    .reduce<SynonymPhrase | undefined>(
      (best, phrase) => (phrase.words.length > (best?.words.length ?? 0) ? phrase : best),
      undefined,
    )
}

/** @throws {RangeError} When a line has too many. */
export function parseSynonyms(file: string): Synonyms {
  const synonyms = new Map<string, SynonymPhrase[]>()
  for (const [index, line] of file.split(/\r?\n/).entries()) {
    const group = line
      .replace(/#.*/, '')
      .split(',')
      .map((phrase) => [...placedWords(phrase)].map(({ text, isRun }) => ({ text, isRun })))
      .filter(({ length }) => length > 0)
    if (group.length > maxSynonyms) {
      throw new RangeError(
        `line ${index + 1}: at most ${maxSynonyms} phrases may mean the same, got ${group.length}.`,
      )
    }
    for (const words of group.length > 1 ? group : []) {
      const firstWord = words[0]?.text as string
      synonyms.set(firstWord, [...(synonyms.get(firstWord) ?? []), { words, group }])
    }
  }
  return synonyms
}

export function readingsOf(query: readonly AskedWord[]): Readings[] {
  return query.map(({ readings }, index) => {
    // Prefixes are expensive, so in long queries only the last word is one.
    const mayBePrefix = query.length <= maxPrefixes || index === query.length - 1
    return readings.map((words) =>
      words.flatMap((word) =>
        askedWords(word).map(({ text, isPrefix }) => ({
          text,
          isPrefix: isPrefix && (mayBePrefix || word.isRun),
        })),
      ),
    )
  })
}

export function typedText(words: readonly AskedWord[]): string {
  return words
    .map(({ readings: [typed = []] }) => typed.map(({ text }) => text).join(' '))
    .join(' ')
}
