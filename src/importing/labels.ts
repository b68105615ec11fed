/** The stored form of page labels. @module */
import { foldLabel } from './contract.ts'

/** Fold, deduplicate and sort labels. */
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
