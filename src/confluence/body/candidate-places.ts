/** Lists the places of a range's words in a text, nearest first. @module */
import {
  type ComparedTexts,
  indexOfLine,
  isOtherLine,
  type TextLine,
  type WorkBudget,
} from './compared-texts.ts'

const maxPlaces = 100
/** Longer ranges are searched for by their beginning. */
const maxNeedle = 32
export const nearReach: number = 64 * 1024

/**
 * List the places of a range, nearest first.
 * @param start Its start in the old text.
 */
export function listPlaces(
  texts: ComparedTexts,
  start: number,
  end: number,
  where: 'near' | 'far',
): number[] {
  const { youngText, budget } = texts
  const reach = where === 'near' ? nearReach : youngText.length
  const needle = texts.oldText.slice(start, Math.min(end, start + maxNeedle))
  const mayStand = placeCheck(texts, start, end)
  const expected = expectedPlace(texts, start)
  const from = Math.max(0, expected - reach)
  const near = youngText.slice(from, expected + reach + needle.length)
  const places: number[] = []
  let ahead = expected - from - 1
  let behind = expected - from
  for (let tries = 0; tries < maxPlaces / 2 && budget[where] > 0; tries += 1) {
    if (ahead < near.length) {
      const index = near.indexOf(needle, ahead + 1)
      budget[where] -= (index < 0 ? near.length : index) - ahead
      ahead = index < 0 ? near.length : index
      if (index >= 0 && mayStand(from + index)) places.push(from + index)
    }
    if (behind > 0) {
      const index = near.lastIndexOf(needle, behind - 1)
      budget[where] -= behind - Math.max(0, index)
      behind = Math.max(0, index)
      if (index >= 0 && mayStand(from + index)) places.push(from + index)
    }
  }
  return places
}

/**
 * List places of a range in moved lines with the same text.
 * @param start Its start in the old text.
 */
export function movedPlaces(texts: ComparedTexts, start: number, end: number): number[] {
  const line = texts.old[indexOfLine(texts.old, start)] as TextLine
  const moved = texts.freshByText.get(line.text) ?? []
  return moved
    .slice(0, maxPlaces)
    .map((fresh) => fresh.start + start - line.start)
    .filter(placeCheck(texts, start, end))
}

function placeCheck(texts: ComparedTexts, start: number, end: number): (at: number) => boolean {
  const { old, young, youngPartners, oldText, youngText, isOpen, budget } = texts
  const quoted = oldText.slice(start, end)
  const oldIndex = indexOfLine(old, start)
  const line = old[oldIndex] as TextLine
  return (at) => {
    budget.near -= quoted.length
    // A line that existed before is never the new form of another line.
    const index = indexOfLine(young, at)
    const partner = youngPartners[index] as number
    const isAnother =
      partner >= 0 ? partner !== oldIndex : isOtherLine(texts, line, young[index] as TextLine)
    return !isAnother && youngText.startsWith(quoted, at) && isOpen(at)
  }
}

function expectedPlace({ old, young, partners, youngText }: ComparedTexts, start: number): number {
  let index = indexOfLine(old, start)
  while (index > 0 && (partners[index] as number) < 0) index -= 1
  const partner = Math.max(0, partners[index] as number)
  const at = (young[partner] as TextLine).start + start - (old[index] as TextLine).start
  return Math.min(youngText.length, at)
}

export function textDistance(
  first: string,
  second: string,
  limit: number,
  budget: WorkBudget,
): number {
  if (first === second) return 0
  const row = Uint16Array.from({ length: second.length + 1 }, (_, j) => j)
  for (let i = 1; i <= first.length; i += 1) {
    const code = first.charCodeAt(i - 1)
    let diagonal = i - 1
    let previous = i
    let least = i
    row[0] = i
    for (let j = 1; j <= second.length; j += 1) {
      const above = row[j] as number
      const substituted = diagonal + (code === second.charCodeAt(j - 1) ? 0 : 1)
      previous = Math.min(above + 1, previous + 1, substituted)
      row[j] = previous
      diagonal = above
      if (previous < least) least = previous
    }
    budget.cells -= second.length
    if (least > limit) return least
  }
  return row[second.length] as number
}
