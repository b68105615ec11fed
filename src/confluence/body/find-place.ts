/**
 * Finds where a range of one text is in another by its context, or that it is gone. A line changed
 * in place wins over an equal line elsewhere; ties are decided by the alignment of lines.
 * @module
 */
import { align } from '../../convert/compare/align.ts'
import { listPlaces, movedPlaces, nearReach, textDistance } from './candidate-places.ts'
import {
  type ComparedTexts,
  compareTexts,
  freshInPlace,
  indexOfLine,
  isOtherLine,
  type TextLine,
} from './compared-texts.ts'

const contextLength = 100
/** Above this share of changed characters, the context is a different one. */
const maxChange = 0.62
const tieChange = 0.03
const goodChange = 0.3

export type FindPlace = (start: number, end: number) => number

interface Place {
  readonly at: number
  readonly distance: number
  readonly compared: number
}

export function placeFinder(
  oldText: string,
  youngText: string,
  isOpen: (at: number) => boolean = () => true,
): FindPlace {
  const texts = compareTexts(oldText, youngText, isOpen)
  return (start, end) => (start < end ? findPlace(texts, start, end) : -1)
}

function findPlace(texts: ComparedTexts, start: number, end: number): number {
  const { oldText, youngText, budget } = texts
  const [before, after] = contextOf(oldText, start, end)
  const isExact = (at: number): boolean => {
    const [youngBefore, youngAfter] = contextOf(youngText, at, at + end - start)
    return before === youngBefore && after === youngAfter
  }
  const aligned = alignedPlace(texts, start, end)
  if (aligned >= 0 && isExact(aligned)) return aligned
  const changed = aligned < 0 ? changedInPlace(texts, start, end) : -1
  if (changed >= 0) return changed
  const moved = movedPlaces(texts, start, end)
  const [only, another] = moved.filter(isExact)
  if (only !== undefined && another === undefined) return only
  if (budget.cells < 0 || budget.near < 0) return aligned
  const whole = before.length + after.length
  const best = bestPlaces(texts, moved, { start, end, whole })
  const [first, second] = best
  const isLike = first !== undefined && first.distance <= maxChange * first.compared
  if (isLike && second === undefined) return first.at
  const byLine = aligned >= 0 ? aligned : changedLinePlace(texts, start, end, texts.fresh)
  if (isLike) return best.some(({ at }) => at === byLine) ? byLine : first.at
  return byLine >= 0 ? byLine : onlyPlaceOf(texts, start, end)
}

interface SoughtRange {
  readonly start: number
  readonly end: number
  readonly whole: number
}

function bestPlaces(texts: ComparedTexts, moved: readonly number[], range: SoughtRange): Place[] {
  const { start, end, whole } = range
  const { youngText, budget } = texts
  const near = [...moved, ...listPlaces(texts, start, end, 'near')]
  const best = rankPlaces(texts, new Set(near), range)
  const isGood = best[0] !== undefined && best[0].distance <= goodChange * whole
  if (isGood || youngText.length <= nearReach || budget.far < 0) return best
  return rankPlaces(texts, new Set([...near, ...listPlaces(texts, start, end, 'far')]), range)
}

function alignedPlace(texts: ComparedTexts, start: number, end: number): number {
  const { old, young, partners, oldText, youngText, isOpen } = texts
  const index = indexOfLine(old, start)
  const partner = partners[index] as number
  if (partner < 0) return -1
  const at = (young[partner] as TextLine).start + start - (old[index] as TextLine).start
  const isEqual = youngText.startsWith(oldText.slice(start, end), at)
  return isEqual && isOpen(at) ? at : -1
}

/** Find the range in the changed form of its line, between the same neighbours. */
function changedInPlace(texts: ComparedTexts, start: number, end: number): number {
  const index = indexOfLine(texts.old, start)
  if (texts.budget.words < 0 || (texts.partners[index] as number) >= 0) return -1
  const fresh = freshInPlace(texts, index)
  texts.budget.words -= fresh.length
  return changedLinePlace(texts, start, end, fresh)
}

function contextOf(text: string, start: number, end: number): [string, string] {
  return [
    text.slice(Math.max(0, start - contextLength), Math.max(0, start)),
    text.slice(end, end + contextLength),
  ]
}

/** Places as good as the best one count too. */
function rankPlaces(
  { oldText, youngText, budget }: ComparedTexts,
  places: ReadonlySet<number>,
  { start, end, whole }: SoughtRange,
): Place[] {
  const tie = tieChange * whole
  const [before, after] = contextOf(oldText, start, end)
  let least = whole + 2 * contextLength
  const ranked: Place[] = []
  for (const at of places) {
    if (budget.cells < 0) break
    const [youngBefore, youngAfter] = contextOf(youngText, at, at + end - start)
    const limit = least + tie
    const distance = textDistance(before, youngBefore, limit, budget)
    if (distance > limit) continue
    const both = distance + textDistance(after, youngAfter, limit - distance, budget)
    const compared =
      Math.max(before.length, youngBefore.length) + Math.max(after.length, youngAfter.length)
    if (both <= limit) ranked.push({ at, distance: both, compared })
    least = Math.min(least, both)
  }
  return ranked
    .filter(({ distance }) => distance === least || distance - least < tie)
    .sort((a, b) => a.distance - b.distance || a.at - b.at)
}

/** A changed line is the old one's new form from this likeness on, with this lead over others. */
const minLikeness = 0.5
const minLead = 0.1
const maxForms = 20
const minWords = 8

/**
 * Find a range in its line's new form, if that is clear.
 * @param start Its start in the old text.
 * @param fresh New lines without a partner.
 * @returns Its start, or -1.
 */
function changedLinePlace(
  texts: ComparedTexts,
  start: number,
  end: number,
  fresh: readonly TextLine[],
): number {
  const { old, oldText, isOpen, budget } = texts
  const line = old[indexOfLine(old, start)] as TextLine
  const quoted = oldText.slice(start, end)
  budget.far -= line.text.length
  if (budget.far < 0 || budget.words < 0) return -1
  const words = wordsOf(line.text)
  const forms: { next: TextLine; words: TextLine[]; partners: Int32Array; likeness: number }[] = []
  for (const next of fresh) {
    if (budget.far < 0 || budget.words < 0 || forms.length === maxForms) break
    budget.far -= next.text.length
    if (!next.text.includes(quoted) || isOtherLine(texts, line, next)) continue
    const nextWords = wordsOf(next.text)
    budget.words -= words.length * nextWords.length
    const partners = align(words.map(textOf), nextWords.map(textOf))
    const likeness = shareOf(words, partners, line.text.length + next.text.length)
    forms.push({ next, words: nextWords, partners, likeness })
  }
  const [best, second] = forms.sort((a, b) => b.likeness - a.likeness)
  if (best === undefined || best.likeness < minLikeness) return -1
  const isClear = second === undefined || best.likeness - second.likeness >= minLead
  if (!isClear && second.next.text !== best.next.text) return -1
  const relative = start - line.start
  const word = indexOfLine(words, relative)
  const nextWord = best.words[best.partners[word] ?? -1]
  const within = nextWord ? nextWord.start + relative - (words[word] as TextLine).start : -1
  const place =
    best.next.text.startsWith(quoted, within) && within >= 0
      ? within
      : onlyPlace(best.next.text, quoted)
  const at = best.next.start + place
  return place >= 0 && isOpen(at) ? at : -1
}

/**
 * Find a range whose words occur exactly once in both texts.
 * @param start Its start in the old text.
 * @returns Its start, or -1.
 */
function onlyPlaceOf(texts: ComparedTexts, start: number, end: number): number {
  const { oldText, youngText, isOpen, budget } = texts
  if (end - start < minWords || budget.far < 0) return -1
  budget.far -= oldText.length + youngText.length
  const quoted = oldText.slice(start, end)
  const at = onlyPlace(oldText, quoted) < 0 ? -1 : onlyPlace(youngText, quoted)
  return at >= 0 && isOpen(at) ? at : -1
}

function onlyPlace(text: string, quoted: string): number {
  const at = text.indexOf(quoted)
  return text.indexOf(quoted, at + 1) < 0 ? at : -1
}

function wordsOf(line: string): TextLine[] {
  return Array.from(
    line.matchAll(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]+/gu),
    ({ 0: text, index }) => ({ text, start: index }),
  )
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
