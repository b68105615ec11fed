/**
 * Finds where a range of one text is in another: where its line is the same, else in the line that
 * its own has become, else where its words stand once. A line that was there before is never the
 * new form of another one.
 * @module
 */
import { align } from '../../compare/align.ts'

/** @returns The start of the range, or -1 where it is gone. */
export type FindPlace = (start: number, end: number) => number

interface TextLine {
  readonly text: string
  readonly start: number
}

interface ComparedTexts {
  readonly oldText: string
  readonly youngText: string
  readonly old: readonly TextLine[]
  readonly young: readonly TextLine[]
  /** The index of the equal new line for each old line, or -1. */
  readonly partners: Int32Array
  /** Whether each new line has no equal old line. */
  readonly isFresh: readonly boolean[]
  readonly oldLines: ReadonlySet<string>
  /** The indexes of new lines by their text. */
  readonly byText: ReadonlyMap<string, readonly number[]>
  readonly isOpen: (at: number) => boolean
  /** Bounds the work on texts that repeat themselves, which ends after about a second. */
  left: number
}

const maxWork = 100_000_000

export function placeFinder(
  oldText: string,
  youngText: string,
  isOpen: (at: number) => boolean = () => true,
): FindPlace {
  const [old, young] = [linesOf(oldText), linesOf(youngText)]
  const partners = align(old.map(textOf), young.map(textOf))
  const partnered = new Set(partners)
  const texts: ComparedTexts = {
    ...{ oldText, youngText, old, young, partners, isOpen, left: maxWork },
    isFresh: young.map((_, index) => !partnered.has(index)),
    oldLines: new Set(old.map(textOf)),
    byText: Map.groupBy(young.keys(), (index) => (young[index] as TextLine).text),
  }
  return (start, end) => (start < end ? findPlace(texts, start, end) : -1)
}

function findPlace(texts: ComparedTexts, start: number, end: number): number {
  const { old, young, isFresh } = texts
  const index = indexOfLine(old, start)
  const line = old[index] as TextLine
  const aligned = alignedPlace(texts, [start, end], index)
  if (aligned >= 0 && isExact(texts, [start, end], aligned)) return aligned
  const [from, to] = gapAround(texts, index)
  const fresh = (low: number, high: number): TextLine[] =>
    young.slice(low, high).filter((_, i) => isFresh[low + i])
  const range = { start, end, line }
  const inPlace =
    aligned >= 0 ? -1 : changedLinePlace(texts, { ...range, isInPlace: true }, fresh(from, to))
  if (inPlace >= 0) return inPlace
  const moved = onlyExactPlace(texts, [start, end], line)
  if (moved >= 0 || aligned >= 0) return moved >= 0 ? moved : aligned
  const anywhere = changedLinePlace(texts, { ...range, isInPlace: false }, fresh(0, young.length))
  return anywhere >= 0 ? anywhere : onlyPlaceOf(texts, start, end)
}

const contextLength = 100

/** Tell whether a range has the same text around it in both texts. */
function isExact({ oldText, youngText }: ComparedTexts, [start, end]: Range, at: number): boolean {
  const shift = at - start
  const around = (text: string, from: number, to: number): string =>
    text.slice(Math.max(0, from - contextLength), to + contextLength)
  return around(oldText, start, end) === around(youngText, start + shift, end + shift)
}

type Range = readonly [start: number, end: number]

/** Find the only place of a range in lines that are the same and were not there before, if any. */
function onlyExactPlace(texts: ComparedTexts, range: Range, line: TextLine): number {
  const places = (texts.byText.get(line.text) ?? [])
    .slice(0, maxForms)
    .filter((index) => texts.isFresh[index])
    .map((index) => (texts.young[index] as TextLine).start + range[0] - line.start)
    .filter((at) => texts.isOpen(at) && isExact(texts, range, at))
  return places.length === 1 ? (places[0] as number) : -1
}

function alignedPlace(texts: ComparedTexts, [start, end]: Range, index: number): number {
  const { old, young, partners, oldText, youngText, isOpen } = texts
  const partner = partners[index] as number
  if (partner < 0) return -1
  const at = (young[partner] as TextLine).start + start - (old[index] as TextLine).start
  return youngText.startsWith(oldText.slice(start, end), at) && isOpen(at) ? at : -1
}

/** The new lines between the nearest unchanged lines around an old one. */
function gapAround({ old, young, partners }: ComparedTexts, index: number): [number, number] {
  let before = index
  while (before >= 0 && (partners[before] as number) < 0) before -= 1
  let after = index
  while (after < old.length && (partners[after] as number) < 0) after += 1
  const from = before < 0 ? 0 : (partners[before] as number)
  return [from, after === old.length ? young.length : (partners[after] as number)]
}

/** A changed line is the old one's new form from this likeness on, with this lead over others. */
const minLikeness = 0.3
const minLead = 0.1
const maxForms = 20

interface SoughtRange {
  readonly start: number
  readonly end: number
  readonly line: TextLine
  /** Whether only lines between the same neighbours are looked at: much may be added to them. */
  readonly isInPlace: boolean
}

/** Find a range in its line's new form, if that is clear. */
function changedLinePlace(
  texts: ComparedTexts,
  { start, end, line, isInPlace }: SoughtRange,
  lines: readonly TextLine[],
): number {
  const quoted = texts.oldText.slice(start, end)
  const words = wordsOf(line.text)
  const forms: { at: number; next: TextLine; likeness: number }[] = []
  for (const next of lines) {
    if (texts.left < 0 || forms.length === maxForms) break
    texts.left -= next.text.length
    const isAnother = next.text !== line.text && texts.oldLines.has(next.text)
    if (isAnother || !texts.youngText.startsWith(quoted, firstAt(texts, quoted, next))) continue
    const nextWords = wordsOf(next.text)
    texts.left -= words.length * nextWords.length
    const partners = align(words.map(textOf), nextWords.map(textOf))
    const common = words.filter((_, index) => (partners[index] as number) >= 0)
    const shared = common.reduce((sum, { text }) => sum + text.length, 0)
    const length = isInPlace ? line.text.length : (line.text.length + next.text.length) / 2
    const likeness = shared / length
    const relative = start - line.start
    const word = indexOfLine(words, relative)
    const nextWord = nextWords[partners[word] ?? -1]
    const within = nextWord ? nextWord.start + relative - (words[word] as TextLine).start : -1
    const isThere = within >= 0 && texts.youngText.startsWith(quoted, next.start + within)
    const at = isThere ? next.start + within : onlyIn(texts, quoted, next)
    forms.push({ at, next, likeness })
  }
  const [best, second] = forms.sort((one, other) => other.likeness - one.likeness)
  if (best === undefined || best.likeness < minLikeness) return -1
  const isClear = second === undefined || best.likeness - second.likeness >= minLead
  if (!isClear && second.next.text !== best.next.text) return -1
  return best.at >= 0 && texts.isOpen(best.at) ? best.at : -1
}

/** A range over several lines begins in its line, and ends behind it. */
function firstAt({ youngText }: ComparedTexts, quoted: string, { start, text }: TextLine): number {
  const at = youngText.indexOf(quoted, start)
  return at < 0 || at > start + text.length ? youngText.length + 1 : at
}

function onlyIn(texts: ComparedTexts, quoted: string, line: TextLine): number {
  const at = firstAt(texts, quoted, line)
  const next = texts.youngText.indexOf(quoted, at + 1)
  return next >= 0 && next <= line.start + line.text.length ? -1 : at
}

/** Shorter words are not distinctive. */
const minWords = 8

/** Find a range whose words occur exactly once in both texts. */
function onlyPlaceOf(texts: ComparedTexts, start: number, end: number): number {
  const { oldText, youngText, isOpen } = texts
  if (end - start < minWords || texts.left < 0) return -1
  texts.left -= oldText.length + youngText.length
  const quoted = oldText.slice(start, end)
  const at = onlyPlace(oldText, quoted) < 0 ? -1 : onlyPlace(youngText, quoted)
  return at >= 0 && isOpen(at) ? at : -1
}

function onlyPlace(text: string, quoted: string): number {
  const at = text.indexOf(quoted)
  return text.indexOf(quoted, at + 1) < 0 ? at : -1
}

function linesOf(text: string): TextLine[] {
  let start = 0
  return text.split('\n').map((line) => {
    const own = { text: line, start }
    start += line.length + 1
    return own
  })
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

/** @param lines In order; the first starts at 0. */
function indexOfLine(lines: readonly TextLine[], offset: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle] as TextLine).start <= offset) low = middle
    else high = middle - 1
  }
  return low
}
