/** Finds the sections of pages in which what was asked for stands; in a worker. @module */
import { splitSections, type TextSection } from '../../../adf/sections.ts'
import type { SearchWord } from '../../../database/search/search-words.ts'
import { type Message, textOf } from '../../../isolation/frames.ts'
import type { SearchHit } from '../../store/searching/rank-pages.ts'
import { type ExcerptPart, excerpt, findHits, markHits } from './excerpt.ts'

/** What a page shows of what was asked for, its words marked. */
export interface PlacedHit {
  readonly title: readonly ExcerptPart[]
  /** Of what stands above its first section, or of its start where no section has anything; else empty. */
  readonly excerpt: readonly ExcerptPart[]
  /** Its best sections, the best first. */
  readonly places: readonly FoundPlace[]
}

export interface FoundPlace {
  /** The id of its heading on the page. */
  readonly id: string
  readonly heading: readonly ExcerptPart[]
  readonly excerpt: readonly ExcerptPart[]
}

const maxPlaces = 3

interface AskedPlaces {
  /** The words to mark, each with the number of the asked word that it stands for. */
  readonly words: readonly SearchWord[]
  readonly owners: readonly number[]
  readonly titles: readonly string[]
}

/**
 * Ask for the places of hits.
 * @returns The call of the task.
 */
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

/**
 * Find the places of hits, in a worker.
 * @returns A `PlacedHit` for each of them.
 */
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

/** One that has much less of it than the best leads nowhere. */
function isNotable(best: number): (one: { readonly weight: number }) => boolean {
  return ({ weight }) => weight >= best / 2
}

/** A section with all words comes first; words in the heading count more, and how often the others come. */
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
