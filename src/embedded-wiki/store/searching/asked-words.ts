/** What somebody asks for: its words, and whatever else finds them. @module */
import type { Readings } from '../../../database/search/search-index.ts'
import { askedWords, placedWords, type SearchWord } from '../../../database/search/search-words.ts'

/** One word that was asked for, or several that a synonym stands for. */
export interface AskedWord {
  /** As it was typed first; any of these finds it, and of each all its words. */
  readonly readings: readonly (readonly SearchWord[])[]
}

/** Phrases that mean the same, by the first word of each. */
export type Synonyms = ReadonlyMap<string, readonly SynonymPhrase[]>

interface SynonymPhrase {
  readonly words: readonly SearchWord[]
  /** All of its group, itself too. */
  readonly group: readonly (readonly SearchWord[])[]
}

interface ParseOptions {
  readonly synonyms?: Synonyms
  readonly isTyping?: boolean | undefined
}

const noSynonyms: Synonyms = new Map()

/** What is asked beyond this is not looked at: each word costs, and a few find the page. */
const maxAskedLength = 1_000
const maxAskedWords = 8
const maxPrefixes = 3
/** All of them are looked for whenever one is asked for. */
const maxSynonyms = 16

/**
 * Read what somebody asks for: its words, and nothing else in it means anything.
 * @param options What finds some of the words as well, and whether more of the last one may come.
 */
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
 * Read a file of synonyms: a group in each line, a comma between two phrases; `#` begins a comment.
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

/** List what the index is asked for. */
export function readingsOf(asked: readonly AskedWord[]): Readings[] {
  return asked.map(({ readings }, index) => {
    // Each prefix costs as much as all words that have it, so among many words only the last is one.
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

/** Say what is asked for, as far as words of the index say it. */
export function typedText(asked: readonly AskedWord[]): string {
  return asked
    .map(({ readings: [typed = []] }) => typed.map(({ text }) => text).join(' '))
    .join(' ')
}
