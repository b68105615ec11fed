/** ADF to plain text, for search and for differences between versions. @module */

import { isNodeType } from '../adf/content-rules.ts'
import { inDollars, texOf } from '../adf/formula.ts'
import type { AdfDoc, AdfNodeType } from '../adf/types.ts'
import { type AnyNode, textValue } from './unchecked-node.ts'

/**
 * Render a document as text: a line for each block, a tab between cells.
 * @param doc Any document; unknown nodes give the text inside them.
 * @returns The text, without a line break at its end.
 *
 * @example
 * ```ts
 * adfToText(markdownToAdf('# Title\n\n- one\n- *two*').adf) // 'Title\none\ntwo'
 * ```
 */
export function adfToText(doc: AdfDoc): string {
  return doc.content.map(nodeText).filter(Boolean).join('\n')
}
/** How the text of a node is put together: of what stands in its sentence, cell by cell, or line by line. */
const layouts: Readonly<Record<AdfNodeType, 'sentence' | 'cells' | 'lines'>> = {
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

/**
 * Render one node as text.
 * @param node Any node.
 */
export function nodeText(node: AnyNode): string {
  switch (isNodeType(node.type) ? layouts[node.type] : 'lines') {
    case 'sentence':
      return childrenOf(node).map(inlineText).join('')
    case 'cells':
      return childrenOf(node).map(nodeText).join('\t')
    case 'lines': {
      const lines = childrenOf(node).map(nodeText).filter(Boolean)
      return [ownText(node), ...lines].filter(Boolean).join('\n')
    }
  }
}

function inlineText(node: AnyNode): string {
  if (node.type === 'hardBreak') return '\n'
  return ownText(node) + childrenOf(node).map(inlineText).join('')
}

/** What a node shows without being asked for its content. */
function ownText(node: AnyNode): string {
  const { attrs = {}, text } = node
  if (typeof text === 'string') return text
  const tex = texOf(node)
  if (tex !== undefined) return inDollars(tex)
  if (node.type === 'date') return dateText(attrs.timestamp)
  const shown = attrs.text ?? attrs.alt ?? attrs.title ?? attrs.shortName ?? attrs.url
  return textValue(shown)
}

/**
 * Word a date node.
 * @param timestamp Milliseconds since 1970 as decimal text.
 */
export function dateText(timestamp: unknown): string {
  const date = new Date(Number(timestamp))
  return Number.isNaN(date.getTime()) ? String(timestamp) : date.toISOString().slice(0, 10)
}

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Array.isArray(node.content) ? node.content : []
}
