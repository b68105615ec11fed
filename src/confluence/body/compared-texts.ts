/** Two texts prepared for searching ranges, with a budget of work. @module */
import { align } from '../../convert/compare/align.ts'

export interface WorkBudget {
  cells: number
  /** Word comparisons and searched lines. */
  words: number
  /** Characters searched near the expected place, and anywhere. */
  near: number
  far: number
}

export interface ComparedTexts extends AlignedLines {
  readonly oldText: string
  readonly youngText: string
  readonly freshByText: ReadonlyMap<string, readonly TextLine[]>
  readonly oldLineTexts: ReadonlySet<string>
  readonly isOpen: (at: number) => boolean
  readonly budget: WorkBudget
}

const maxCells = 200_000_000
const maxWords = 100_000_000
const maxScanned = 300_000_000

export function compareTexts(
  oldText: string,
  youngText: string,
  isOpen: (at: number) => boolean,
): ComparedTexts {
  const lines = alignLines(oldText, youngText)
  const freshByText = Map.groupBy(lines.fresh, ({ text }) => text)
  const oldLineTexts = new Set(lines.old.map(({ text }) => text))
  const budget = { cells: maxCells, words: maxWords, near: maxScanned, far: maxScanned }
  return { ...lines, oldText, youngText, freshByText, oldLineTexts, isOpen, budget }
}

/** Tell whether a new line without a partner is a moved or copied other old line. */
export function isOtherLine(texts: ComparedTexts, old: TextLine, young: TextLine): boolean {
  return young.text !== old.text && texts.oldLineTexts.has(young.text)
}

export interface TextLine {
  readonly text: string
  readonly start: number
}

interface AlignedLines {
  readonly old: readonly TextLine[]
  readonly young: readonly TextLine[]
  /** The index of the equal new line for each old line, or -1. */
  readonly partners: Int32Array
  readonly youngPartners: Int32Array
  readonly fresh: readonly TextLine[]
}

function alignLines(old: string, young: string): AlignedLines {
  const oldLines = linesOf(old)
  const youngLines = linesOf(young)
  const texts = [oldLines, youngLines].map((lines) => lines.map(({ text }) => text))
  const partners = align(texts[0] as string[], texts[1] as string[])
  const youngPartners = new Int32Array(youngLines.length).fill(-1)
  partners.forEach((partner, index) => {
    if (partner >= 0) youngPartners[partner] = index
  })
  const fresh = youngLines.filter((_, index) => (youngPartners[index] as number) < 0)
  return { old: oldLines, young: youngLines, partners, youngPartners, fresh }
}

/**
 * @param lines In order; the first starts at 0.
 * @returns The index of the line at this offset.
 */
export function indexOfLine(lines: readonly TextLine[], offset: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle] as TextLine).start <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * New lines without a partner in the gap around an old line: between the nearest unchanged lines.
 * @param index Index of the old line.
 */
export function freshInPlace(lines: AlignedLines, index: number): TextLine[] {
  const { old, young, partners, youngPartners } = lines
  let before = index
  while (before >= 0 && (partners[before] as number) < 0) before -= 1
  let after = index
  while (after < old.length && (partners[after] as number) < 0) after += 1
  const from = before < 0 ? 0 : (partners[before] as number)
  const to = after === old.length ? young.length : (partners[after] as number)
  return young.slice(from, to).filter((_, i) => (youngPartners[from + i] as number) < 0)
}

function linesOf(text: string): TextLine[] {
  let start = 0
  return text.split('\n').map((line) => {
    const entry = { text: line, start }
    start += line.length + 1
    return entry
  })
}
