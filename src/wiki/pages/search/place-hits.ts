/** Finds the sections with hits, in a worker. @module */

import { type Message, textOf } from '../../../contract/base/message.ts'
import { splitSections, type TextSection } from '../../../convert/adf/sections.ts'
import type { SearchWord } from '../../../store/search/search-words.ts'
import { type ExcerptPart, excerpt, findHits, markHits } from './excerpt.ts'
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
