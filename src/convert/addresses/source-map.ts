/**
 * Parses a document as the service does, and maps the tree's nodes back to the document, which is
 * rewritten before parsing.
 * @module
 */
import type { Root } from 'mdast'
import { countWhile } from '../../contract/base/lists.ts'
import { admonitionsAsAlerts } from '../admonitions.ts'
import { type MarkdownNode, mdastOf, parseNodes } from '../parse-markdown.ts'
import { rewriteSource } from '../rewrite-source.ts'

export interface SourceMap {
  readonly document: string
  /** Range of a node in the document; undefined where it cannot be determined. */
  rangeOf(node: MarkdownNode): { readonly start: number; readonly end: number } | undefined
}

export function parseSource(document: string): { root: Root; sources: SourceMap } {
  const alerts = admonitionsAsAlerts(document)
  const rewrite = rewriteSource(alerts)
  const root = mdastOf(parseNodes(rewrite.text))
  const fromAlerts = offsetMap(alerts, document)
  const toDocument: OffsetMap = (offset) =>
    offset === undefined ? undefined : fromAlerts(rewrite.toSource(offset))
  const rangeOf: SourceMap['rangeOf'] = ({ position }) => {
    const start = toDocument(position?.start.offset)
    const end = toDocument(position?.end.offset)
    return start === undefined || end === undefined ? undefined : { start, end }
  }
  return { root, sources: { document, rangeOf } }
}

type OffsetMap = (offset: number | undefined) => number | undefined

/** Alerts change only the starts of lines, so offsets are mapped from the line ends. */
function offsetMap(rewritten: string, document: string): OffsetMap {
  if (rewritten === document) return (offset) => offset
  const from = lineRanges(rewritten)
  const to = lineRanges(document)
  return (offset) => {
    if (offset === undefined) return undefined
    const index = countWhile(from, ({ start }) => start <= offset) - 1
    const [line, original] = [from[index], to[index]]
    if (line === undefined || original === undefined) return undefined
    const documentOffset = original.end - (line.end - offset)
    return documentOffset < original.start ? undefined : documentOffset
  }
}

function lineRanges(text: string) {
  const lines: { readonly start: number; readonly end: number }[] = []
  let start = 0
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: index })
    start = index + lineBreak.length
  }
  return [...lines, { start, end: text.length }]
}
