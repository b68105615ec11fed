/** Finds where the words of a range stand in a text at all, near where they are expected. @module */
import {
  type ComparedTexts,
  indexOfLine,
  saysAnother,
  type TextLine,
  type WorkLeft,
} from './compared-texts.ts'

/** So many places are compared, those nearest to where the range is expected. */
const maxPlaces = 100
/** A longer range is looked for by how it begins. */
const maxNeedle = 32
/** So far on either side of where a range is expected is near. */
export const nearReach: number = 64 * 1024

/**
 * List places of a range: near where it is expected, or anywhere, nearest first.
 * @param start Where the range starts in the old one.
 */
export function listPlaces(
  texts: ComparedTexts,
  start: number,
  end: number,
  where: 'near' | 'far',
): number[] {
  const { youngText, left } = texts
  const reach = where === 'near' ? nearReach : youngText.length
  const needle = texts.oldText.slice(start, Math.min(end, start + maxNeedle))
  const mayStand = placeCheck(texts, start, end)
  const expected = expectedPlace(texts, start)
  const from = Math.max(0, expected - reach)
  const near = youngText.slice(from, expected + reach + needle.length)
  const places: number[] = []
  let ahead = expected - from - 1
  let behind = expected - from
  for (let tries = 0; tries < maxPlaces / 2 && left[where] > 0; tries += 1) {
    if (ahead < near.length) {
      const found = near.indexOf(needle, ahead + 1)
      left[where] -= (found < 0 ? near.length : found) - ahead
      ahead = found < 0 ? near.length : found
      if (found >= 0 && mayStand(from + found)) places.push(from + found)
    }
    if (behind > 0) {
      const found = near.lastIndexOf(needle, behind - 1)
      left[where] -= behind - Math.max(0, found)
      behind = Math.max(0, found)
      if (found >= 0 && mayStand(from + found)) places.push(from + found)
    }
  }
  return places
}

/**
 * List places of a range in lines that say what its own line said, and stand elsewhere now.
 * @param start Where the range starts in the old one.
 */
export function movedPlaces(texts: ComparedTexts, start: number, end: number): number[] {
  const line = texts.old[indexOfLine(texts.old, start)] as TextLine
  const moved = texts.freshByText.get(line.text) ?? []
  return moved
    .slice(0, maxPlaces)
    .map((fresh) => fresh.start + start - line.start)
    .filter(placeCheck(texts, start, end))
}

/** Whether a range may stand at a place. */
function placeCheck(texts: ComparedTexts, start: number, end: number): (at: number) => boolean {
  const { old, young, youngPartners, oldText, youngText, isOpen, left } = texts
  const quoted = oldText.slice(start, end)
  const own = indexOfLine(old, start)
  const line = old[own] as TextLine
  return (at) => {
    left.near -= quoted.length
    // Another line that was there before was never what the range stood in, wherever it stands now.
    const index = indexOfLine(young, at)
    const partner = youngPartners[index] as number
    const isAnother =
      partner >= 0 ? partner !== own : saysAnother(texts, line, young[index] as TextLine)
    return !isAnother && youngText.startsWith(quoted, at) && isOpen(at)
  }
}

/** As far behind the last line that is still there as before. */
function expectedPlace({ old, young, partners, youngText }: ComparedTexts, start: number): number {
  let index = indexOfLine(old, start)
  while (index > 0 && (partners[index] as number) < 0) index -= 1
  const partner = Math.max(0, partners[index] as number)
  const at = (young[partner] as TextLine).start + start - (old[index] as TextLine).start
  return Math.min(youngText.length, at)
}

/**
 * Count the characters to be added, removed and replaced between two short texts.
 * @param limit From here on it does not matter how many.
 * @param left Less by what was done.
 * @returns The count; one that is over the limit may be too low.
 */
export function textDistance(one: string, other: string, limit: number, left: WorkLeft): number {
  if (one === other) return 0
  const row = Uint16Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i += 1) {
    const code = one.charCodeAt(i - 1)
    let diagonal = i - 1
    let before = i
    let least = i
    row[0] = i
    for (let j = 1; j <= other.length; j += 1) {
      const above = row[j] as number
      const kept = diagonal + (code === other.charCodeAt(j - 1) ? 0 : 1)
      before = Math.min(above + 1, before + 1, kept)
      row[j] = before
      diagonal = above
      if (before < least) least = before
    }
    left.cells -= other.length
    if (least > limit) return least
  }
  return row[other.length] as number
}
