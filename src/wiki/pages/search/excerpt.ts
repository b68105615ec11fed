/** Makes an excerpt of a text around the hits, with marked words. @module */
import {
  askedWords,
  foldInPlace,
  isLetterAt,
  type PlacedWord,
  placedWords,
  type SearchWord,
} from '../../../store/search/search-words.ts'

export interface ExcerptPart {
  readonly text: string
  readonly isHit: boolean
}

const lengthBefore = 60
const maxLength = 260
/** Only this many hits are considered for the best excerpt. */
const maxCompared = 200

/**
 * Cut an excerpt where most of the words are close together.
 * @param text Without marks of headings.
 */
export function excerpt(text: string, asked: readonly SearchWord[]): ExcerptPart[] {
  const first = densest([...take(findHits(text, asked), maxCompared)])
  const start = first === undefined ? 0 : wordStart(text, first.start - lengthBefore)
  const end = wordEnd(text, start + maxLength)
  const parts = markHits(
    text
      .slice(start, end)
      .replace(/[\s\u001e\u001f]+/g, ' ')
      .toWellFormed(),
    asked,
  )
  return [
    ...(start > 0 ? [{ text: '… ', isHit: false }] : []),
    ...parts,
    ...(end < text.length ? [{ text: ' …', isHit: false }] : []),
  ]
}

function* take<T>(all: Iterable<T>, most: number): Generator<T> {
  let count = 0
  for (const one of all) {
    if (count === most) return
    count += 1
    yield one
  }
}

function densest(hits: readonly Hit[]): Hit | undefined {
  let best: { readonly hit: Hit; readonly words: number } | undefined
  hits.forEach((hit, index) => {
    const words = new Set<number>()
    for (let at = index; at < hits.length; at += 1) {
      const { start, word } = hits[at] as Hit
      if (start > hit.start + maxLength - 2 * lengthBefore) break
      words.add(word)
    }
    if (words.size > (best?.words ?? 0)) best = { hit, words: words.size }
  })
  return best?.hit
}

export function markHits(text: string, asked: readonly SearchWord[]): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  let at = 0
  for (const { start, end } of findHits(text, asked)) {
    if (start > at) parts.push({ text: text.slice(at, start), isHit: false })
    parts.push({ text: text.slice(start, end), isHit: true })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false })
  return parts
}

export interface Hit {
  readonly start: number
  readonly end: number
  readonly word: number
}

export function* findHits(text: string, asked: readonly SearchWord[]): Generator<Hit> {
  const folded = foldInPlace(text)
  if (folded === undefined) return yield* compareEachWord(text, asked)
  const next = asked.map((word) => hitFrom(folded, word, 0))
  for (;;) {
    let first: number | undefined
    for (const [index, hit] of next.entries()) {
      if (hit !== undefined && hit.start < (next[first ?? -1]?.start ?? Infinity)) first = index
    }
    const hit = first === undefined ? undefined : next[first]
    if (first === undefined || hit === undefined) return
    yield { ...hit, word: first }
    for (const [index, other] of next.entries()) {
      if (other !== undefined && other.start < hit.end) {
        next[index] = hitFrom(folded, asked[index] as SearchWord, hit.end)
      }
    }
  }
}

type Place = Pick<Hit, 'start' | 'end'>

function hitFrom(folded: string, asked: SearchWord, from: number): Place | undefined {
  const { text, isRun } = asked
  const isPrefix = askedWords(asked)[0]?.isPrefix
  for (
    let start = folded.indexOf(text, from);
    start !== -1;
    start = folded.indexOf(text, start + 1)
  ) {
    let end = start + text.length
    if (isRun) return { start, end }
    if (isLetterAt(folded, start - 1)) continue
    if (isPrefix) while (isLetterAt(folded, end)) end += 1
    if (!isLetterAt(folded, end)) return { start, end }
  }
  return undefined
}

/** For texts that cannot be folded as a whole: each word is folded by itself. */
function* compareEachWord(text: string, asked: readonly SearchWord[]): Generator<Hit> {
  for (const placed of placedWords(text)) {
    for (const [word, one] of asked.entries()) {
      const found = hitIn(placed, one)
      if (found === undefined) continue
      yield { ...found, word }
      break
    }
  }
}

function hitIn(word: PlacedWord, asked: SearchWord): Place | undefined {
  const { start, end } = word
  if (asked.isRun) {
    const index = word.isRun ? word.text.indexOf(asked.text) : -1
    if (index === -1) return undefined
    // If folding changed the length, the whole run is marked.
    if (word.text.length !== end - start) return { start, end }
    return { start: start + index, end: start + index + asked.text.length }
  }
  const isPrefix = askedWords(asked)[0]?.isPrefix
  const isHit = isPrefix ? word.text.startsWith(asked.text) : word.text === asked.text
  return isHit ? { start, end } : undefined
}

/** Go to the next start of a word, unless it is far away. */
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
