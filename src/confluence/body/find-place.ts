/**
 * Finds where a range of one text stands in another: by the text around it, as a reader would, with
 * the right to say that it is gone. A line that was changed where it stands comes before its like
 * elsewhere; where two places are as good, the alignment of lines decides.
 * @module
 */
import { listPlaces, movedPlaces, nearReach } from './candidate-places.ts'
import { changedLinePlace, onlyPlaceOf } from './changed-line.ts'
import { type ComparedTexts, compareTexts } from './compared-texts.ts'
import { textDistance } from './text-distance.ts'
import { freshInPlace, indexOfLine, type TextLine } from './text-lines.ts'

/** So much text on either side is looked at. */
const contextLength = 100
/** Beyond this share of changed characters the text around it is another one. */
const maxChange = 0.62
/** Places that differ by less than this share are as good as each other. */
const tieChange = 0.03
/** A place from here on is taken without looking through the whole text. */
const goodChange = 0.3

/** Finds where a range stands now, or -1. */
export type FindPlace = (start: number, end: number) => number

interface Place {
  readonly at: number
  readonly distance: number
  /** How much text around it was compared. */
  readonly compared: number
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
  const texts = compareTexts(oldText, youngText, isOpen)
  return (start, end) => (start < end ? findPlace(texts, start, end) : -1)
}

function findPlace(texts: ComparedTexts, start: number, end: number): number {
  const { oldText, youngText, left } = texts
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
  if (left.cells < 0 || left.near < 0) return aligned
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
  /** How much text around it is compared. */
  readonly whole: number
}

/** The best places; the whole text is looked through where nothing good is near. */
function bestPlaces(texts: ComparedTexts, moved: readonly number[], range: SoughtRange): Place[] {
  const { start, end, whole } = range
  const { youngText, left } = texts
  const near = [...moved, ...listPlaces(texts, start, end, 'near')]
  const best = rankPlaces(texts, new Set(near), range)
  const isGood = best[0] !== undefined && best[0].distance <= goodChange * whole
  if (isGood || youngText.length <= nearReach || left.far < 0) return best
  return rankPlaces(texts, new Set([...near, ...listPlaces(texts, start, end, 'far')]), range)
}

/** Where the range stands if its line is still there as it was. */
function alignedPlace(texts: ComparedTexts, start: number, end: number): number {
  const { old, young, partners, oldText, youngText, isOpen } = texts
  const index = indexOfLine(old, start)
  const partner = partners[index] as number
  if (partner < 0) return -1
  const at = (young[partner] as TextLine).start + start - (old[index] as TextLine).start
  const isThere = youngText.startsWith(oldText.slice(start, end), at)
  return isThere && isOpen(at) ? at : -1
}

/** Where the range stands in what became of its line, if that is still between the same lines. */
function changedInPlace(texts: ComparedTexts, start: number, end: number): number {
  const index = indexOfLine(texts.old, start)
  if (texts.left.words < 0 || (texts.partners[index] as number) >= 0) return -1
  const fresh = freshInPlace(texts, index)
  texts.left.words -= fresh.length
  return changedLinePlace(texts, start, end, fresh)
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
  { oldText, youngText, left }: ComparedTexts,
  places: ReadonlySet<number>,
  { start, end, whole }: SoughtRange,
): Place[] {
  const tie = tieChange * whole
  const [before, after] = contextOf(oldText, start, end)
  let least = whole + 2 * contextLength
  const ranked: Place[] = []
  for (const at of places) {
    if (left.cells < 0) break
    const [youngBefore, youngAfter] = contextOf(youngText, at, at + end - start)
    const limit = least + tie
    const distance = textDistance(before, youngBefore, limit, left)
    if (distance > limit) continue
    const both = distance + textDistance(after, youngAfter, limit - distance, left)
    const compared =
      Math.max(before.length, youngBefore.length) + Math.max(after.length, youngAfter.length)
    if (both <= limit) ranked.push({ at, distance: both, compared })
    least = Math.min(least, both)
  }
  return ranked
    .filter(({ distance }) => distance === least || distance - least < tie)
    .sort((one, other) => one.distance - other.distance || one.at - other.at)
}
