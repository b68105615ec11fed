/** Finds the sections with hits and makes excerpts of them, with marked words, in a worker. @module */
import { type Message, textOf } from '../../../contract/base/message.ts'
import { splitSections, type TextSection } from '../../../convert/adf/sections.ts'
import {
  askedWords,
  foldInPlace,
  isLetterAt,
  type PlacedWord,
  placedWords,
  type SearchWord,
} from '../../../store/search/search-words.ts'
import type { SearchHit } from './rank-pages.ts'

export interface PlacedHit {
  readonly title: readonly ExcerptPart[]
  /**
   * The hits above the first heading. A page that matches by its title alone shows how its text begins;
   * otherwise empty.
   */
  readonly excerpt: readonly ExcerptPart[]
  readonly places: readonly FoundPlace[]
}

export interface FoundPlace {
  readonly id: string
  readonly heading: readonly ExcerptPart[]
  readonly excerpt: readonly ExcerptPart[]
}

const maxPlaces = 3

interface AskedPlaces {
  readonly words: readonly SearchWord[]
  readonly titles: readonly string[]
}

export function placesToFind(words: readonly SearchWord[], hits: readonly SearchHit[]): Message {
  const value: AskedPlaces = { words, titles: hits.map(({ title }) => title) }
  return { value, parts: hits.map(({ text }) => Buffer.from(text)) }
}

export function findPlaces({ value, parts }: Message): Message {
  const request = value as AskedPlaces
  const hits = parts.map((part, index) =>
    placedHit(request.titles[index] as string, textOf(part), request),
  )
  return { value: hits, parts: [] }
}

function placedHit(title: string, text: string, request: AskedPlaces): PlacedHit {
  const sections = splitSections(text)
  const inTitle = wordsIn(title, request)
  const [firstSection, ...otherSections] = sections
    .map((section, at) => ({ section, at, weight: weigh(section, inTitle, request) }))
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight || left.at - right.at)
  const best =
    firstSection === undefined
      ? []
      : [firstSection, ...otherSections.filter(isNotable(firstSection.weight))]
  const places = best.slice(0, maxPlaces).map(({ section }) => section)
  const start =
    places.find(({ id }) => id === '') ?? (places.length === 0 ? sections[0] : undefined)
  return {
    title: markHits(title, request.words),
    excerpt: start === undefined ? [] : excerpt(start.text, request.words),
    places: places
      .filter(({ id }) => id !== '')
      .map((section) => ({
        id: section.id,
        heading: markHits(section.heading, request.words),
        excerpt: excerpt(section.text, request.words),
      })),
  }
}

/** Sections with less than half of the best weight are left out. */
function isNotable(best: number): (section: { readonly weight: number }) => boolean {
  return ({ weight }) => weight >= best / 2
}

/** Sort sections with all words first, then by words in headings, then by number of hits. */
function weigh(section: TextSection, inTitle: ReadonlySet<number>, request: AskedPlaces): number {
  const inHeading = wordsIn(section.heading, request)
  const counts = new Map<number, number>()
  for (const { word } of findHits(section.text, request.words)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const words = [...request.words.keys()]
  const hasAll = words.every((word) => inHeading.has(word) || counts.has(word))
  let weight = hasAll ? 4 * words.length : 0
  for (const word of words) {
    const often = counts.get(word) ?? 0
    if (inHeading.has(word)) weight += inTitle.has(word) ? 2 : 4
    if (often > 0) weight += 1 + Math.min(often, 10) / 20
  }
  return weight
}

function wordsIn(text: string, { words }: AskedPlaces): ReadonlySet<number> {
  return new Set(Array.from(findHits(text, words), ({ word }) => word))
}

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

function markHits(text: string, words: readonly SearchWord[]): ExcerptPart[] {
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

interface Hit {
  readonly start: number
  readonly end: number
  readonly word: number
}

function* findHits(text: string, words: readonly SearchWord[]): Generator<Hit> {
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
