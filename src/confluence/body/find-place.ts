/**
 * Finds where a range of one text stands in another: at the same words with the most similar
 * surroundings, where the line that has taken the place of the old one counts for more. A range
 * that several places fit equally well has none.
 * @module
 */
import { countWhile } from '../../contract/base/sorted.ts'
import { align } from '../../convert/compare/align.ts'

/** Returns the start of a range in the new text, or -1. */
export type FindPlace = (start: number, end: number) => number

/** Characters before and after a range that are compared. */
const reach = 100
/** How many common characters it counts that a place is in the line of the old one. */
const inPlaceBonus = 60
/** The best place must have so many more common characters than the next. */
const minLead = 3
/** Surroundings with a smaller common share are others. */
const minShare = 0.2
/** From this length on, words that stand once in both texts need no surroundings. */
const minWords = 8
/** Places whose surroundings are compared word by word. */
const maxCompared = 20
const maxPlaces = 10_000
/** Characters that may be searched and compared for all ranges. */
const maxWork = 300_000_000

export function placeFinder(
  oldText: string,
  newText: string,
  isOpen: (at: number) => boolean = () => true,
): FindPlace {
  const lines = alignedLines(oldText, newText)
  let work = 0
  return (start, end) => {
    if (start >= end || work > maxWork) return -1
    const quoted = oldText.slice(start, end)
    const allPlaces = placesOf(newText, quoted)
    work += newText.length + allPlaces.length * reach
    const places = allPlaces.filter((at) => isOpen(at) && lines.mayBeMoved(start, at))
    const newLine = lines.newFormOf(start)
    const bonusOf = (at: number): number =>
      at >= newLine.start && at < newLine.end ? inPlaceBonus : 0
    const closest = best(places, (at) => {
      const ends = equalBefore(oldText, start, newText, at)
      return ends + equalAfter(oldText, end, newText, at + quoted.length) + bonusOf(at)
    })
    const before = wordsOf(oldText.slice(Math.max(0, start - reach), start))
    const after = wordsOf(oldText.slice(end, end + reach))
    const commonOf = (at: number): number => {
      const newEnd = at + quoted.length
      const newBefore = wordsOf(newText.slice(Math.max(0, at - reach), at))
      const newAfter = wordsOf(newText.slice(newEnd, newEnd + reach))
      return commonLength(before, newBefore) + commonLength(after, newAfter)
    }
    const [first, second] = best(
      closest.slice(0, maxCompared).map(({ at }) => at),
      (at) => {
        return commonOf(at) + bonusOf(at)
      },
    )
    if (first === undefined || (second && first.score - second.score <= minLead)) return -1
    const isLike = first.score >= minShare * lengthOf([...before, ...after])
    const isOnly = allPlaces.length === 1 && placesOf(oldText, quoted).length === 1
    return isLike || (isOnly && quoted.length >= minWords) ? first.at : -1
  }
}

interface RatedPlace {
  readonly at: number
  readonly score: number
}

function best(places: readonly number[], scoreOf: (at: number) => number): RatedPlace[] {
  return places
    .map((at) => ({ at, score: scoreOf(at) }))
    .sort((first, second) => second.score - first.score)
}

function placesOf(text: string, words: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (places.push(at) === maxPlaces) break
  }
  return places
}

function equalBefore(first: string, end: number, second: string, otherEnd: number): number {
  const most = Math.min(reach, end, otherEnd)
  let length = 0
  while (length < most && first[end - length - 1] === second[otherEnd - length - 1]) length += 1
  return length
}

function equalAfter(first: string, start: number, second: string, otherStart: number): number {
  const most = Math.min(reach, first.length - start, second.length - otherStart)
  let length = 0
  while (length < most && first[start + length] === second[otherStart + length]) length += 1
  return length
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []
}

function commonLength(words: readonly string[], others: readonly string[]): number {
  const partners = align(words, others)
  return lengthOf(words.filter((_, index) => (partners[index] as number) >= 0))
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((length, word) => length + word.length, 0)
}

interface TextLine {
  readonly text: string
  readonly start: number
  readonly end: number
}

interface AlignedLines {
  /** Where the line at an offset of the old text is now, if only as lines between its neighbours. */
  newFormOf(offset: number): { readonly start: number; readonly end: number }
  /** False where a line is that was elsewhere in the old text. */
  mayBeMoved(offset: number, at: number): boolean
}

function alignedLines(oldText: string, newText: string): AlignedLines {
  const oldLines = linesOf(oldText)
  const newLines = linesOf(newText)
  const partners = align(oldLines.map(textOf), newLines.map(textOf))
  const newPartners = new Int32Array(newLines.length).fill(-1)
  partners.forEach((partner, index) => {
    if (partner >= 0) newPartners[partner] = index
  })
  const oldTexts = new Set(oldLines.map(textOf))
  return {
    newFormOf(offset) {
      const index = lineAt(oldLines, offset)
      const before = partners.findLastIndex((partner, line) => line <= index && partner >= 0)
      if (before === index) return newLines[partners[index] as number] as TextLine
      const after = partners.findIndex((partner, line) => line > index && partner >= 0)
      const first = before < 0 ? 0 : (partners[before] as number) + 1
      const last = after < 0 ? newLines.length : (partners[after] as number)
      const start = newLines[first]?.start ?? newText.length
      return { start, end: first < last ? (newLines[last - 1] as TextLine).end : start }
    },
    mayBeMoved(offset, at) {
      const index = lineAt(oldLines, offset)
      const newIndex = lineAt(newLines, at)
      const partner = newPartners[newIndex] as number
      if (partner >= 0) return partner === index
      const { text } = newLines[newIndex] as TextLine
      return text === oldLines[index]?.text || !oldTexts.has(text)
    },
  }
}

function linesOf(text: string): TextLine[] {
  let start = 0
  return text.split('\n').map((line) => {
    const end = start + line.length
    const entry = { text: line, start, end }
    start = end + 1
    return entry
  })
}

function textOf({ text }: TextLine): string {
  return text
}

function lineAt(lines: readonly TextLine[], offset: number): number {
  return countWhile(lines, ({ start }) => start <= offset) - 1
}
