/** Labels that a document defines, and references with a space or line break before theirs. @module */
import { makeText } from '../parts/make-parts.ts'
import { onceForDocument, type Part, type PartRow, rowsOf } from '../parts/part.ts'
import type { RowsConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { rowText, sliceRow } from '../parts/sentence.ts'

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

/** Python-Markdown and kramdown accept the space; CommonMark does not. Task boxes are excluded. */
export const spacedReferences: WordsConstruct = {
  name: 'reference with a space before its label',
  input: 'A [fast boat] [boats].\n\n[boats]: guide/setup.md',
  becomes: 'A [fast boat][boats].\n\n[boats]: guide/setup.md',
  mark: '] [',
  words: /(?<![\]\\])(\[(?![ xX]\]|\^)[^\][]{1,500}\]) (\[[^\][^][^\][]{0,300}\])(?![:(])/dg,
  replace: ({ match: [, , label = ''], group }, { document }) =>
    isDefined(label, definedLabels(document)) ? [...group(1), ...group(2)] : undefined,
}

const wordsAtEnd = /(?:^|[^\]\\])\[(?![ xX]\]|\^)[^\][]{1,500}\]$/
const labelAtStart = /^([\s>]*)(\[[^\][^][^\][]{0,300}\])(?![:(])[ \t]?/

export const brokenReferences: RowsConstruct = {
  name: 'reference with its label on the next line',
  input: 'A [fast boat]\n[boats] sails.\n\n[boats]: guide/setup.md',
  becomes: 'A [fast boat][boats]\nsails.\n\n[boats]: guide/setup.md',
  rows(rows, { document }) {
    const labels = definedLabels(document)
    const result: PartRow[] = []
    for (const row of rows) {
      const above = result.at(-1)
      const [start = '', indent = '', label = ''] = labelAtStart.exec(rowText(row)) ?? []
      if (above === undefined || !isDefined(label, labels) || !wordsAtEnd.test(rowText(above))) {
        result.push(row)
        continue
      }
      const labelParts = sliceRow(row, indent.length, indent.length + label.length)
      result[result.length - 1] = { ...above, parts: [...above.parts, ...labelParts] }
      const below = sliceRow(row, start.length)
      if (below.length > 0) result.push({ ...row, parts: [makeText(indent), ...below] })
    }
    return result
  },
}

function isDefined(label: string, labels: ReadonlySet<string>): boolean {
  return labels.has(labelOf(label.slice(1, -1)))
}
