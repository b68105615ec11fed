/** Titles and labels of pages: what they may be, and their stored form. @module */
import { contractLimits } from './limits.ts'

/** For a character class in a regular expression with the flag `u`. */
export const labelCharacters = '\\p{L}\\p{M}\\p{N}_+/\\-'

/** For a regular expression with the flag `u`: at least one letter or digit must be visible. */
export const labelPattern: string = `^(?=.*[\\p{L}\\p{N}])[${labelCharacters}]+$`

const label = new RegExp(labelPattern, 'u')

export function isLabel(text: string): boolean {
  return label.test(text)
}

export function isKeptLabel(text: string): boolean {
  return text.length <= contractLimits.maxLabelLength && isLabel(text)
}

/** Labels that fold to the same text are the same label; the folded text is stored. */
export function foldLabel(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

export function toLabels(names: readonly string[]): string[] {
  return [...new Set(names.map(foldLabel))].sort()
}

/** @param labels As `toLabels` returned them, without spaces. */
export function writeLabels(labels: readonly string[]): string {
  return labels.join(' ')
}

export function readLabels(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** Invisible characters: a title of nothing else would be a link that nobody can see. */
const invisible = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Trim a title and normalize it to NFC, so that equal titles compare as equal. */
export function keptTitle(text: string): string {
  return text.trim().normalize('NFC')
}

/** The problem as the end of a sentence; undefined when there is none. */
export function titleProblem(title: string): string | undefined {
  if (breaking.test(title)) {
    return 'must not contain control characters such as line breaks or tabs'
  }
  return title.replace(invisible, '') === '' ? 'must hold a character that people see' : undefined
}
