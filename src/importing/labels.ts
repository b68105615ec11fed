/** Labels of pages, as they are stored. @module */
import { foldLabel } from './contract.ts'

/**
 * Put labels as they are stored: each once, folded, in order.
 * @param names Labels in the characters that labels may have.
 */
export function toLabels(names: readonly string[]): string[] {
  return [...new Set(names.map(foldLabel))].sort()
}

/**
 * Write the labels of a page as one text, the same for the same labels.
 * @param labels As `toLabels` gave them; they hold no spaces.
 */
export function writeLabels(labels: readonly string[]): string {
  return labels.join(' ')
}

/** Read what `writeLabels` wrote. */
export function readLabels(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}
