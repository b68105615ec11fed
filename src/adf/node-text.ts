/** The text of nodes, for search and for differences between versions. @module */
import { inDollars, texOf } from './formula.ts'
import type { AdfNodeType } from './types.ts'

export interface TextNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>> | undefined
  readonly content?: unknown
  readonly text?: unknown
}

/** How the text of a node is joined: as one sentence, cell by cell, or line by line. */
const rows: Readonly<Record<AdfNodeType, 'sentence' | 'cells' | 'lines'>> = {
  paragraph: 'sentence',
  heading: 'sentence',
  codeBlock: 'sentence',
  taskItem: 'sentence',
  decisionItem: 'sentence',
  caption: 'sentence',
  tableRow: 'cells',
  blockCard: 'lines',
  blockTaskItem: 'lines',
  blockquote: 'lines',
  bodiedExtension: 'lines',
  bulletList: 'lines',
  date: 'lines',
  decisionList: 'lines',
  embedCard: 'lines',
  emoji: 'lines',
  expand: 'lines',
  extension: 'lines',
  hardBreak: 'lines',
  inlineCard: 'lines',
  inlineExtension: 'lines',
  layoutColumn: 'lines',
  layoutSection: 'lines',
  listItem: 'lines',
  media: 'lines',
  mediaGroup: 'lines',
  mediaInline: 'lines',
  mediaSingle: 'lines',
  mention: 'lines',
  nestedExpand: 'lines',
  orderedList: 'lines',
  panel: 'lines',
  placeholder: 'lines',
  rule: 'lines',
  status: 'lines',
  table: 'lines',
  tableCell: 'lines',
  tableHeader: 'lines',
  taskList: 'lines',
  text: 'lines',
}

const layouts: ReadonlyMap<string, string> = new Map(Object.entries(rows))

/**
 * Write the text of a node.
 * @param asHeading Changes the text of each heading.
 */
export function nodeText(node: TextNode, asHeading?: (words: string) => string): string {
  const layout = layouts.get(node.type)
  if (layout === 'sentence') {
    const words = sentenceText(node)
    return asHeading !== undefined && node.type === 'heading' ? asHeading(words) : words
  }
  const parts = partsOf(node).map((child) => nodeText(child, asHeading))
  if (layout === 'cells') return parts.join('\t')
  let text = ownText(node)
  for (const line of parts) if (line !== '') text += text === '' ? line : `\n${line}`
  return text
}

function sentenceText(node: TextNode): string {
  let text = ''
  for (const child of partsOf(node)) text += inlineText(child)
  return text
}

function inlineText(node: TextNode): string {
  if (node.type === 'hardBreak') return '\n'
  return ownText(node) + sentenceText(node)
}

/** Give the text that a node shows apart from its content. */
function ownText(node: TextNode): string {
  const { attrs, text } = node
  if (typeof text === 'string') return text
  if (attrs === undefined) return ''
  const tex = texOf(node)
  if (tex !== undefined) return inDollars(tex)
  if (node.type === 'date') return dateText(attrs.timestamp)
  const shown = attrs.text ?? attrs.alt ?? attrs.title ?? attrs.shortName ?? attrs.url
  return typeof shown === 'string' ? shown : ''
}

/**
 * Format a date node.
 * @param timestamp Milliseconds since 1970 as decimal text.
 */
export function dateText(timestamp: unknown): string {
  const date = new Date(Number(timestamp))
  return Number.isNaN(date.getTime()) ? String(timestamp) : date.toISOString().slice(0, 10)
}

export function partsOf(node: TextNode): readonly TextNode[] {
  return Array.isArray(node.content) ? node.content : []
}

/** Decode a part of an address; what cannot be decoded stays. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
