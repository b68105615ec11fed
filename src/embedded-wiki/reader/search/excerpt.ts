/** The part of a text where what was asked for stands, with its words marked. @module */
import {
  askedWords,
  type PlacedWord,
  placedWords,
  type SearchWord,
} from '../../../database/search/search-words.ts'

/** A piece of the text; together they are the excerpt. */
export interface ExcerptPart {
  readonly text: string
  readonly isHit: boolean
}

const lengthBefore = 60
const maxLength = 260
/** A text is looked through so far; one that has the words only later shows its start. */
const maxSearched = 50_000

/**
 * Cut an excerpt around the first word that was asked for.
 * @param text The text.
 * @param asked What was asked for.
 */
export function excerpt(text: string, asked: readonly SearchWord[]): ExcerptPart[] {
  const [first] = hits(text.slice(0, maxSearched), asked)
  const start = first === undefined ? 0 : wordStart(text, first.start - lengthBefore)
  const end = wordEnd(text, start + maxLength)
  const parts = markHits(text.slice(start, end).replace(/\s+/g, ' ').toWellFormed(), asked)
  return [
    ...(start > 0 ? [{ text: '… ', isHit: false }] : []),
    ...parts,
    ...(end < text.length ? [{ text: ' …', isHit: false }] : []),
  ]
}

/**
 * Mark what was asked for in a whole text.
 * @param text The text.
 * @param asked What was asked for.
 */
export function markHits(text: string, asked: readonly SearchWord[]): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  let at = 0
  for (const { start, end } of hits(text, asked)) {
    if (start > at) parts.push({ text: text.slice(at, start), isHit: false })
    parts.push({ text: text.slice(start, end), isHit: true })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false })
  return parts
}

function* hits(
  text: string,
  asked: readonly SearchWord[],
): Generator<{ start: number; end: number }> {
  for (const word of placedWords(text)) {
    const found = asked.map((one) => hitIn(word, one)).find((hit) => hit !== undefined)
    if (found !== undefined) yield found
  }
}

function hitIn(word: PlacedWord, asked: SearchWord): { start: number; end: number } | undefined {
  const { start, end } = word
  if (asked.isRun) {
    const index = word.isRun ? word.text.indexOf(asked.text) : -1
    if (index === -1) return undefined
    // Folding may have changed lengths; then the whole run is the hit.
    if (word.text.length !== end - start) return { start, end }
    return { start: start + index, end: start + index + asked.text.length }
  }
  const isPrefix = askedWords(asked)[0]?.isPrefix
  const isHit = isPrefix ? word.text.startsWith(asked.text) : word.text === asked.text
  return isHit ? { start, end } : undefined
}

/** Go on to where a word starts, unless that is far. */
function wordStart(text: string, from: number): number {
  if (from <= 0) return 0
  const space = text.slice(from, from + 30).search(/\s/)
  return space === -1 ? from : from + space + 1
}

function wordEnd(text: string, from: number): number {
  if (from >= text.length) return text.length
  const space = text.slice(from - 30, from).search(/\s\S*$/)
  return space === -1 ? from : from - 30 + space
}
