/**
 * Finds where a range of one text stands in another: by the text around it, as a reader would, with
 * the right to say that it is gone. Where two places are as good, the alignment of lines decides.
 * @module
 */
import { align } from './align.ts'
import { textDistance, type WorkLeft } from './text-distance.ts'
import { type AlignedLines, alignLines, lineAt, type TextLine } from './text-lines.ts'

/** So much text on either side is looked at. */
const contextLength = 100
/** Beyond this share of changed characters the text around it is another one. */
const maxChange = 0.62
/** Places that differ by less than this share are as good as each other. */
const tieChange = 0.03
/** So many places are compared, those nearest to where the range is expected. */
const maxPlaces = 100
/** A longer range is looked for by how it begins. */
const maxNeedle = 32
/** A changed line is the old one's next form from this likeness on, if it is so much ahead of others. */
const minLineLikeness = 0.5
const minLineLead = 0.1
const maxChangedLines = 20

/** Finds where a range stands now, or -1. */
export type FindPlace = (start: number, end: number) => number

interface Place {
  readonly at: number
  readonly distance: number
}

interface Texts extends AlignedLines {
  readonly oldText: string
  readonly youngText: string
  readonly isOpen: (at: number) => boolean
  readonly left: WorkLeft
}

/**
 * Prepare to find ranges of a text in another one.
 * @param oldText Where the ranges are known.
 * @param youngText Where they are looked for.
 * @param isOpen Whether a place may be taken; all may be where it is left out.
 */
export function placeFinder(
  oldText: string,
  youngText: string,
  isOpen: (at: number) => boolean = () => true,
): FindPlace {
  const left: WorkLeft = { cells: 300_000_000, scanned: 300_000_000 }
  const texts: Texts = { ...alignLines(oldText, youngText), oldText, youngText, isOpen, left }
  return (start, end) => (start < end ? findPlace(texts, start, end) : -1)
}

function findPlace(texts: Texts, start: number, end: number): number {
  const { oldText, youngText, left } = texts
  const aligned = alignedPlace(texts, start, end)
  const [before, after] = contextOf(oldText, start, end)
  const [youngBefore, youngAfter] = contextOf(youngText, aligned, aligned + end - start)
  if (aligned >= 0 && before === youngBefore && after === youngAfter) return aligned
  if (left.cells < 0 || left.scanned < 0) return aligned
  const most = maxChange * (before.length + after.length)
  const tie = tieChange * (before.length + after.length)
  const places = nearestPlaces(texts, start, end)
  const best = rankPlaces(texts, places, { start, end, tie })
  const [first, second] = best
  if (first !== undefined && second === undefined && first.distance <= most) return first.at
  const byLine = aligned >= 0 ? aligned : changedLinePlace(texts, start, end)
  if (first === undefined || first.distance > most) return byLine
  return best.some(({ at }) => at === byLine) ? byLine : first.at
}

/** Where the range stands if its line is still there as it was. */
function alignedPlace(texts: Texts, start: number, end: number): number {
  const { old, young, partners, oldText, youngText, isOpen } = texts
  const index = lineAt(old, start)
  const partner = partners[index] as number
  if (partner < 0) return -1
  const at = (young[partner] as TextLine).start + start - (old[index] as TextLine).start
  const isThere = youngText.startsWith(oldText.slice(start, end), at)
  return isThere && isOpen(at) ? at : -1
}

/** The text before and after a range. */
function contextOf(text: string, start: number, end: number): [string, string] {
  return [
    text.slice(Math.max(0, start - contextLength), Math.max(0, start)),
    text.slice(end, end + contextLength),
  ]
}

/** The best place, and those that are as good. */
function rankPlaces(
  { oldText, youngText, left }: Texts,
  places: readonly number[],
  { start, end, tie }: { start: number; end: number; tie: number },
): Place[] {
  const [before, after] = contextOf(oldText, start, end)
  let least = before.length + after.length + 2 * contextLength
  const ranked: Place[] = []
  for (const at of places) {
    if (left.cells < 0) break
    const [youngBefore, youngAfter] = contextOf(youngText, at, at + end - start)
    const limit = least + tie
    const distance = textDistance(before, youngBefore, limit, left)
    if (distance > limit) continue
    const whole = distance + textDistance(after, youngAfter, limit - distance, left)
    if (whole <= limit) ranked.push({ at, distance: whole })
    least = Math.min(least, whole)
  }
  return ranked
    .filter(({ distance }) => distance === least || distance - least < tie)
    .sort((one, other) => one.distance - other.distance || one.at - other.at)
}

/** Where the text of the range stands, near where it is expected. */
function nearestPlaces(texts: Texts, start: number, end: number): number[] {
  const { old, young, youngPartners, oldText, youngText, isOpen, left } = texts
  const quoted = oldText.slice(start, end)
  const needle = quoted.slice(0, maxNeedle)
  const places: number[] = []
  const expected = expectedPlace(texts, start)
  const line = old[lineAt(old, start)] as TextLine
  const take = (at: number): void => {
    left.scanned -= quoted.length
    // A line that was there before, and says something else, was never what the comment is about.
    const before = old[youngPartners[lineAt(young, at)] as number]
    if (before !== undefined && before.text !== line.text) return
    if (youngText.startsWith(quoted, at) && isOpen(at)) places.push(at)
  }
  let ahead = expected - 1
  let behind = expected
  for (let tries = 0; tries < maxPlaces / 2 && left.scanned > 0; tries += 1) {
    if (ahead < youngText.length) {
      const found = youngText.indexOf(needle, ahead + 1)
      left.scanned -= (found < 0 ? youngText.length : found) - ahead
      ahead = found < 0 ? youngText.length : found
      if (found >= 0) take(found)
    }
    if (behind > 0) {
      const found = youngText.lastIndexOf(needle, behind - 1)
      left.scanned -= behind - Math.max(0, found)
      behind = Math.max(0, found)
      if (found >= 0) take(found)
    }
  }
  return places
}

/** As far behind the last line that is still there as before. */
function expectedPlace({ old, young, partners, youngText }: Texts, start: number): number {
  let index = lineAt(old, start)
  while (index > 0 && (partners[index] as number) < 0) index -= 1
  const partner = Math.max(0, partners[index] as number)
  const at = (young[partner] as TextLine).start + start - (old[index] as TextLine).start
  return Math.min(youngText.length, at)
}

/** Where the range stands in the next form of its line, if there is clearly one. */
function changedLinePlace(texts: Texts, start: number, end: number): number {
  const { old, oldText, fresh, isOpen, left } = texts
  const line = old[lineAt(old, start)] as TextLine
  const quoted = oldText.slice(start, end)
  const words = wordsOf(line.text)
  const forms: { next: TextLine; words: TextLine[]; partners: Int32Array; likeness: number }[] = []
  for (const next of fresh) {
    if (left.scanned < 0 || left.cells < 0 || forms.length === maxChangedLines) break
    left.scanned -= next.text.length
    if (!next.text.includes(quoted)) continue
    const nextWords = wordsOf(next.text)
    left.cells -= words.length * nextWords.length
    const partners = align(words.map(textOf), nextWords.map(textOf))
    const likeness = shareOf(words, partners, line.text.length + next.text.length)
    forms.push({ next, words: nextWords, partners, likeness })
  }
  const [best, second] = forms.sort((one, other) => other.likeness - one.likeness)
  if (best === undefined || best.likeness < minLineLikeness) return -1
  const isClear = second === undefined || best.likeness - second.likeness >= minLineLead
  if (!isClear && second.next.text !== best.next.text) return -1
  const relative = start - line.start
  const word = lineAt(words, relative)
  const nextWord = best.words[best.partners[word] ?? -1]
  const within = nextWord ? nextWord.start + relative - (words[word] as TextLine).start : -1
  const place =
    best.next.text.startsWith(quoted, within) && within >= 0
      ? within
      : onlyPlace(best.next.text, quoted)
  const at = best.next.start + place
  return place >= 0 && isOpen(at) ? at : -1
}

/** Where a text stands in another, if it stands there once. */
function onlyPlace(text: string, quoted: string): number {
  const at = text.indexOf(quoted)
  return text.indexOf(quoted, at + 1) < 0 ? at : -1
}

function wordsOf(line: string): TextLine[] {
  return Array.from(line.matchAll(/\S+|\s+/g), ({ 0: text, index }) => ({ text, start: index }))
}

function textOf({ text }: TextLine): string {
  return text
}

function shareOf(words: readonly TextLine[], partners: Int32Array, length: number): number {
  let common = 0
  words.forEach(({ text }, index) => {
    if ((partners[index] as number) >= 0) common += text.length
  })
  return (2 * common) / length
}
