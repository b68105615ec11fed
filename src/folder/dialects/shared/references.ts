/** The labels that a document defines. @module */
import { onceForDocument, type Part, rowsOf } from '../parts/part.ts'
import { rowText } from '../parts/sentence.ts'

/** A definition such as `[label]: address`. The first group captures the label. */
export const labelDefinition: RegExp = /^[\s>]*\[([^\][]{1,300})\]:/

export const definedLabels: (document: readonly Part[]) => ReadonlySet<string> = onceForDocument(
  (document) => new Set(labelsIn(document)),
)

function labelsIn(parts: readonly Part[]): readonly string[] {
  return rowsOf(parts, 0).flatMap((row) => [
    ...(labelDefinition.exec(rowText(row))?.slice(1, 2).map(labelOf) ?? []),
    ...row.parts.flatMap((part) => ('children' in part ? labelsIn(part.children) : [])),
  ])
}

export function labelOf(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase()
}
