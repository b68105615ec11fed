/** Two texts as ranges are looked for in them, and how much work that may take. @module */
import { type AlignedLines, alignLines, type TextLine } from './text-lines.ts'

/** What is left of the work that all searches in two texts share. */
export interface WorkLeft {
  /** Comparisons of characters. */
  cells: number
  /** Comparisons of words, and lines that are looked through for them. */
  words: number
  /** Characters that are looked through near where a range is expected, and everywhere. */
  near: number
  far: number
}

export interface ComparedTexts extends AlignedLines {
  readonly oldText: string
  readonly youngText: string
  /** Young lines without a partner, by what they say. */
  readonly freshByText: ReadonlyMap<string, readonly TextLine[]>
  /** What old lines say. */
  readonly oldLineTexts: ReadonlySet<string>
  /** Whether a place of the young text may be taken. */
  readonly isOpen: (at: number) => boolean
  readonly left: WorkLeft
}

/** Together about three seconds. */
const maxCells = 200_000_000
const maxWords = 100_000_000
const maxScanned = 300_000_000

/** Compare two texts. */
export function compareTexts(
  oldText: string,
  youngText: string,
  isOpen: (at: number) => boolean,
): ComparedTexts {
  const lines = alignLines(oldText, youngText)
  const freshByText = Map.groupBy(lines.fresh, ({ text }) => text)
  const oldLineTexts = new Set(lines.old.map(({ text }) => text))
  const left = { cells: maxCells, words: maxWords, near: maxScanned, far: maxScanned }
  return { ...lines, oldText, youngText, freshByText, oldLineTexts, isOpen, left }
}

/**
 * Tell whether a young line that is no old line's partner says what another old line said: it is that
 * line, moved or copied.
 */
export function saysAnother(texts: ComparedTexts, old: TextLine, young: TextLine): boolean {
  return young.text !== old.text && texts.oldLineTexts.has(young.text)
}
