/** Labels of the references that a document defines. @module */
import { type Part, rowsOf } from '../parts/part.ts'
import { rowText } from '../parts/sentence.ts'

const definition = /^[\s>]*\[([^\][]{1,300})\]:/

const knownLabels = new WeakMap<readonly Part[], ReadonlySet<string>>()

export function definedLabels(document: readonly Part[]): ReadonlySet<string> {
  const labels = knownLabels.get(document) ?? new Set(labelsIn(document))
  knownLabels.set(document, labels)
  return labels
}

function labelsIn(parts: readonly Part[]): readonly string[] {
  return rowsOf(parts, 0).flatMap((row) => [
    ...(definition.exec(rowText(row))?.slice(1, 2).map(labelOf) ?? []),
    ...row.parts.flatMap((part) => ('children' in part ? labelsIn(part.children) : [])),
  ])
}

export function labelOf(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase()
}
