/** Finds the sections with hits, in a worker. @module */

import { type Message, textOf } from '../../../contract/base/message.ts'
import { splitSections, type TextSection } from '../../../convert/adf/sections.ts'
import type { SearchWord } from '../../../store/search/search-words.ts'
import { type ExcerptPart, excerpt, findHits, markHits } from './excerpt.ts'
import type { SearchHit } from './rank-pages.ts'

export interface PlacedHit {
  readonly title: readonly ExcerptPart[]
  /**
   * From the text above the first section, or from the start if no section has hits; else empty.
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
  readonly owners: readonly number[]
  readonly titles: readonly string[]
}

export function placesToFind(
  asked: readonly (readonly SearchWord[])[],
  hits: readonly SearchHit[],
): Message {
  const value: AskedPlaces = {
    words: asked.flat(),
    owners: asked.flatMap((words, index) => words.map(() => index)),
    titles: hits.map(({ title }) => title),
  }
  return { value, parts: hits.map(({ text }) => Buffer.from(text)) }
}

/** @returns A `PlacedHit` for each hit. */
export function findPlaces({ value, parts }: Message): Message {
  const asked = value as AskedPlaces
  const found = parts.map((part, index) =>
    placedHit(asked.titles[index] as string, textOf(part), asked),
  )
  return { value: found, parts: [] }
}

function placedHit(title: string, text: string, asked: AskedPlaces): PlacedHit {
  const sections = splitSections(text)
  const inTitle = wordsIn(title, asked)
  const [first, ...others] = sections
    .map((section, at) => ({ section, at, weight: weigh(section, inTitle, asked) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.at - other.at)
  const best = first === undefined ? [] : [first, ...others.filter(isNotable(first.weight))]
  const places = best.slice(0, maxPlaces).map(({ section }) => section)
  const start =
    places.find(({ id }) => id === '') ?? (places.length === 0 ? sections[0] : undefined)
  return {
    title: markHits(title, asked.words),
    excerpt: start === undefined ? [] : excerpt(start.text, asked.words),
    places: places
      .filter(({ id }) => id !== '')
      .map((section) => ({
        id: section.id,
        heading: markHits(section.heading, asked.words),
        excerpt: excerpt(section.text, asked.words),
      })),
  }
}

/** Sections with less than half of the best weight are left out. */
function isNotable(best: number): (one: { readonly weight: number }) => boolean {
  return ({ weight }) => weight >= best / 2
}

/** Sections with all words come first, then words in headings, then the number of hits. */
function weigh(section: TextSection, inTitle: ReadonlySet<number>, asked: AskedPlaces): number {
  const inHeading = wordsIn(section.heading, asked)
  const counts = new Map<number, number>()
  for (const { word } of findHits(section.text, asked.words)) {
    const owner = asked.owners[word] as number
    counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  const all = [...new Set(asked.owners)]
  let weight = all.every((owner) => inHeading.has(owner) || counts.has(owner)) ? 4 * all.length : 0
  for (const owner of all) {
    const often = counts.get(owner) ?? 0
    if (inHeading.has(owner)) weight += inTitle.has(owner) ? 2 : 4
    if (often > 0) weight += 1 + Math.min(often, 10) / 20
  }
  return weight
}

function wordsIn(text: string, { words, owners }: AskedPlaces): ReadonlySet<number> {
  return new Set([...findHits(text, words)].map(({ word }) => owners[word] as number))
}
