/** ADF to plain text, for search and for differences between versions. @module */
import type { AdfDoc, AdfNode } from '../adf/types.ts'

/**
 * Render a document as text: a line for each block, a tab between cells.
 * @param doc Any document; unknown nodes give the text inside them.
 */
export function adfToText(doc: AdfDoc): string {
  return doc.content.map(blockText).filter(Boolean).join('\n')
}

const sentences: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'codeBlock',
  'taskItem',
  'decisionItem',
  'caption',
])

function blockText(node: AdfNode): string {
  if (sentences.has(node.type)) return childrenOf(node).map(inlineText).join('')
  if (node.type === 'tableRow') return childrenOf(node).map(blockText).join('\t')
  const lines = childrenOf(node).map(blockText).filter(Boolean)
  return [ownText(node), ...lines].filter(Boolean).join('\n')
}

function inlineText(node: AdfNode): string {
  if (node.type === 'hardBreak') return '\n'
  return ownText(node) + childrenOf(node).map(inlineText).join('')
}

/** What a node shows without being asked for its content. */
function ownText(node: AdfNode): string {
  const { attrs = {}, text } = node
  if (typeof text === 'string') return text
  if (node.type === 'date') return dateText(attrs.timestamp)
  const shown = attrs.text ?? attrs.alt ?? attrs.title ?? attrs.shortName ?? attrs.url
  return typeof shown === 'string' ? shown : ''
}

/**
 * Word a date node.
 * @param timestamp Milliseconds since 1970 as decimal text.
 */
export function dateText(timestamp: unknown): string {
  const date = new Date(Number(timestamp))
  return Number.isNaN(date.getTime()) ? String(timestamp) : date.toISOString().slice(0, 10)
}

function childrenOf(node: AdfNode): readonly AdfNode[] {
  return Array.isArray(node.content) ? node.content : []
}
