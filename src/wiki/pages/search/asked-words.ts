/** Parses search queries into words and synonyms. @module */
import type { Readings } from '../../../store/search/search-index.ts'
import { askedWords, placedWords, type SearchWord } from '../../../store/search/search-words.ts'

export interface AskedWord {
  /** The typed words first; any reading finds the page, with all of its words. */
  readonly readings: readonly (readonly SearchWord[])[]
}

/** Phrases with synonyms, by their first word. */
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

/** Parse a query; there is no query syntax. */
export function parseSearch(
  text: string,
  { synonyms = noSynonyms, isTyping = false }: ParseOptions = {},
): AskedWord[] {
  const found = new Map<string, SearchWord>()
  for (const { text: word, isRun } of placedWords(text.slice(0, maxAskedLength))) {
    found.set(word, { text: word, isRun })
    if (found.size === maxAskedWords) break
  }
  const words = [...found.values()].map((word, index, all) =>
    isTyping && index === all.length - 1 ? { ...word, isUnfinished: true } : word,
  )
  const asked: AskedWord[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = longestAt(words, at, synonyms)
    const typed = words.slice(at, at + (phrase?.words.length ?? 1))
    const others = phrase?.group.filter((one) => one !== phrase.words) ?? []
    asked.push({ readings: [typed, ...others] })
    at += typed.length
  }
  return asked
}

function longestAt(
  words: readonly SearchWord[],
  at: number,
  synonyms: Synonyms,
): SynonymPhrase | undefined {
  return (synonyms.get(words[at]?.text ?? '') ?? [])
    .filter((phrase) => phrase.words.every(({ text }, index) => words[at + index]?.text === text))
    .reduce<SynonymPhrase | undefined>(
      (best, one) => (one.words.length > (best?.words.length ?? 0) ? one : best),
      undefined,
    )
}

/**
 * Parse a file of synonyms: one group a line, separated by commas; `#` starts a comment.
 * @throws {RangeError} When a line has too many.
 */
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
      const first = words[0]?.text as string
      synonyms.set(first, [...(synonyms.get(first) ?? []), { words, group }])
    }
  }
  return synonyms
}

export function readingsOf(asked: readonly AskedWord[]): Readings[] {
  return asked.map(({ readings }, index) => {
    // A prefix costs as much as all its words, so in long queries only the last word is one.
    const mayBePrefix = asked.length <= maxPrefixes || index === asked.length - 1
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

export function typedText(asked: readonly AskedWord[]): string {
  return asked
    .map(({ readings: [typed = []] }) => typed.map(({ text }) => text).join(' '))
    .join(' ')
}
