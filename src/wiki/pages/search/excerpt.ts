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
const maxCompared = 200

/** @param text Without marks of headings. */
export function excerpt(text: string, words: readonly SearchWord[]): ExcerptPart[] {
  const firstHit = densest([...take(findHits(text, words), maxCompared)])
  const start = firstHit === undefined ? 0 : wordStart(text, firstHit.start - lengthBefore)
  const end = wordEnd(text, start + maxLength)
  const parts = markHits(
    text
      .slice(start, end)
      .replace(/[\s\u001e\u001f]+/g, ' ')
      .toWellFormed(),
    words,
  )
  return [
    ...(start > 0 ? [{ text: '… ', isHit: false }] : []),
    ...parts,
    ...(end < text.length ? [{ text: ' …', isHit: false }] : []),
  ]
}

function* take<T>(items: Iterable<T>, limit: number): Generator<T> {
  let count = 0
  for (const item of items) {
    if (count === limit) return
    count += 1
    yield item
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

export function markHits(text: string, words: readonly SearchWord[]): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  let at = 0
  for (const { start, end } of findHits(text, words)) {
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

export function* findHits(text: string, words: readonly SearchWord[]): Generator<Hit> {
  const folded = foldInPlace(text)
  if (folded === undefined) return yield* compareEachWord(text, words)
  const nextHits = words.map((word) => hitFrom(folded, word, 0))
  for (;;) {
    let firstIndex: number | undefined
    for (const [index, hit] of nextHits.entries()) {
      if (hit !== undefined && hit.start < (nextHits[firstIndex ?? -1]?.start ?? Infinity))
        firstIndex = index
    }
    const hit = firstIndex === undefined ? undefined : nextHits[firstIndex]
    if (firstIndex === undefined || hit === undefined) return
    yield { ...hit, word: firstIndex }
    for (const [index, candidate] of nextHits.entries()) {
      if (candidate !== undefined && candidate.start < hit.end) {
        nextHits[index] = hitFrom(folded, words[index] as SearchWord, hit.end)
      }
    }
  }
}

type Place = Pick<Hit, 'start' | 'end'>

function hitFrom(folded: string, word: SearchWord, from: number): Place | undefined {
  const { text, isRun } = word
  const isPrefix = askedWords(word)[0]?.isPrefix
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

/** Compares word by word, for texts that cannot be folded as a whole. */
function* compareEachWord(text: string, words: readonly SearchWord[]): Generator<Hit> {
  for (const textWord of placedWords(text)) {
    for (const [word, searchWord] of words.entries()) {
      const place = hitIn(textWord, searchWord)
      if (place === undefined) continue
      yield { ...place, word }
      break
    }
  }
}

function hitIn(word: PlacedWord, searchWord: SearchWord): Place | undefined {
  const { start, end } = word
  if (searchWord.isRun) {
    const index = word.isRun ? word.text.indexOf(searchWord.text) : -1
    if (index === -1) return undefined
    // If folding changed the length, the whole run is marked.
    if (word.text.length !== end - start) return { start, end }
    return { start: start + index, end: start + index + searchWord.text.length }
  }
  const isPrefix = askedWords(searchWord)[0]?.isPrefix
  const isHit = isPrefix ? word.text.startsWith(searchWord.text) : word.text === searchWord.text
  return isHit ? { start, end } : undefined
}

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
